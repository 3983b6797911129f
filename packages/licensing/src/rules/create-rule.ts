import { actorOf, IdentityError, isUuid, type Principal, reply, validationFailed } from '@org/identity-core';
import { changeAsManager, type IdentityPluginHost, type Role, type Transaction } from '@org/identity-prisma';
import { ruleExists } from '../access/errors.js';
import { lockLicenseType } from '../license-types/lock-license-type.js';
import { maxRules } from './list-rules.js';
import { ruleEventData } from './rule-event-data.js';
import { continueInCall, ruleBatches, startRun } from './rule-runs.js';

export interface CreateRuleInput {
  tenantId: string;
  principal: Principal;
  applicationId: string;
  licenseTypeId: string;
  /** Undefined: every member. */
  role?: Role | undefined;
  /** Undefined: members of any group and of none. */
  groupId?: string | undefined;
}

/**
 * Adds a license rule, and gives seats to the members who match it already, in the order in which they joined. In a large
 * tenant a job gives them to the last ones.
 */
export async function createRule(
  services: Pick<IdentityPluginHost, 'db' | 'events' | 'logger'>,
  input: CreateRuleInput,
  batches = ruleBatches,
) {
  const { db, events } = services;
  const { tenantId, principal, role = null } = input;
  let isUnfinished = false;
  const added = await changeAsManager(db, { tenantId, principal }, async (tx) => {
    const { id: licenseTypeId, applicationId } = await lockLicenseType(tx, input);
    if ((await tx.licenseRule.count({ where: { tenantId } })) >= maxRules) throw tooManyRules();
    const group = await findGroup(tx, input);
    const data = [{ tenantId, applicationId, licenseTypeId, role, groupId: group?.id ?? null }];
    // In one statement that detects the same rule: an error would end the transaction.
    const [rule] = await tx.licenseRule.createManyAndReturn({ data, skipDuplicates: true });
    if (!rule) throw ruleExists();
    await events.publish(tx, {
      type: 'license_rule.created',
      tenantId: rule.tenantId,
      actor: actorOf(principal),
      subjectId: rule.id,
      data: ruleEventData({ applicationId, licenseTypeId, role, group }),
    });
    isUnfinished = await startRun(tx, services, { rule, actor: actorOf(principal) }, batches.pace);
    return reply(rule);
  });
  if (isUnfinished) await continueInCall(services, tenantId, batches);
  return added;
}

/** The group of a rule. It stays until the commit: the tenant is locked. */
async function findGroup(tx: Transaction, { tenantId, groupId }: CreateRuleInput) {
  if (groupId === undefined) return null;
  const where = { id: groupId, tenantId };
  const group = isUuid(groupId) ? await tx.group.findFirst({ where, select: { id: true, name: true } }) : null;
  if (group) return group;
  throw validationFailed([{ path: 'groupId', message: 'there is no such group' }]);
}

const tooManyRules = () =>
  new IdentityError('VALIDATION_FAILED', `A tenant can have ${maxRules} license rules at most.`, {
    reason: 'TOO_MANY_RULES',
  });
