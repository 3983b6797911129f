import type { Actor, Job } from '@org/identity-core';
import {
  type BatchPace,
  createBatchPace,
  fixedBatches,
  type IdentityPluginHost,
  inTenantTransaction,
  isInOneTransaction,
  lockTenantRow,
  type Role,
  type Transaction,
} from '@org/identity-prisma';
import { applyToNextMembers, type NewRule, type RuleMember } from './apply-new-rule.js';

/*
 * A new rule is applied in batches. Each is a transaction of its own that locks the tenant anew, so other changes of the
 * tenant get their turn in between. A row of `license_rule_runs` says how far it has come. The call that adds the rule begins,
 * and the job goes on, in any process. The rules of a tenant are applied one after the other, the oldest first.
 */

type RunServices = Pick<IdentityPluginHost, 'db' | 'events' | 'logger'>;

export interface RuleBatches {
  /** How many members are looked at, given seats and recorded as events in one transaction. */
  readonly pace: BatchPace;
  /** How many batches the call that adds a rule waits for. */
  readonly inCall: number;
}

/** For a call that no other request waits for. */
export const ruleBatches: RuleBatches = { pace: fixedBatches(1_000), inCall: 10 };

/** For a server: the batches are smaller if they take long. */
export const pacedRuleBatches: RuleBatches = { pace: createBatchPace(), inCall: 10 };

interface StartedRule extends Pick<NewRule, 'actor'> {
  readonly rule: NewRule['rule'] & { id: string };
}

/**
 * Applies a rule that was added in this transaction to the first members. If there are more, notes that, and returns true.
 */
export async function startRun(
  tx: Transaction,
  { events }: Pick<RunServices, 'events'>,
  { rule, actor }: StartedRule,
  pace: BatchPace,
): Promise<boolean> {
  const { id: ruleId, tenantId } = rule;
  const isBehind = (await tx.licenseRuleRun.findFirst({ where: { tenantId }, select: { ruleId: true } })) !== null;
  const next = isBehind
    ? undefined
    : await applyToNextMembers(tx, { events }, await newRule(tx, { rule, actor }), pace);
  if (!isBehind && !next) return false;
  await tx.licenseRuleRun.create({
    data: { ruleId, tenantId, actorKind: actor.kind, actorId: actor.id, ...(next ? cursorOf(next) : {}) },
  });
  return true;
}

async function newRule(tx: Transaction, { rule, actor }: StartedRule): Promise<NewRule> {
  const { applicationId } = rule;
  const types = await tx.licenseType.findMany({ where: { applicationId }, select: { id: true } });
  return { rule, licenseTypeIds: types.map(({ id }) => id), actor, after: undefined };
}

/** Goes on for some batches, after the rule was committed. A rehearsal goes on to the end: it shows everything. */
export async function continueInCall(
  services: RunServices,
  tenantId: string,
  { pace, inCall }: RuleBatches,
): Promise<void> {
  if (isInOneTransaction()) {
    while (await applyNextBatch(services, tenantId, pace));
    return;
  }
  try {
    for (let batch = 1; batch < inCall && (await applyNextBatch(services, tenantId, pace)); batch += 1);
  } catch (error) {
    // The rule was added, so the call has succeeded. The job applies it to the others.
    services.logger.warn({ err: error, tenantId }, 'a license rule is applied to further members later');
  }
}

/** Applies the oldest unfinished rule of a tenant to the next members. Returns whether there is more to do. */
export function applyNextBatch(services: RunServices, tenantId: string, pace: BatchPace): Promise<boolean> {
  return inTenantTransaction({ db: services.db, tenantId, locks: 'tenant' }, async (tx) => {
    if (!(await lockTenantRow(tx, tenantId))) return false;
    const [run, other] = await findRuns(tx, tenantId);
    if (!run) return false;
    const { ruleId, actorKind: kind, actorId, joinedAt, membershipId, licenseTypeIds, ...rule } = run;
    const actor: Actor = kind === 'system' ? { kind, id: null } : { kind, id: actorId ?? '' };
    const after = joinedAt && membershipId ? { joinedAt, membershipId } : undefined;
    const next = await applyToNextMembers(tx, services, { rule, licenseTypeIds, actor, after }, pace);
    if (next) await tx.licenseRuleRun.updateMany({ where: { ruleId }, data: cursorOf(next) });
    else await tx.licenseRuleRun.deleteMany({ where: { ruleId } });
    return next !== undefined || other !== undefined;
  });
}

/** Goes on with all new rules, a batch for each tenant in turn. */
export function applyRulesJob(services: RunServices): Job {
  return {
    name: 'apply-license-rules',
    everySeconds: 15,
    run: (signal) => applyRules(services, pacedRuleBatches.pace, signal),
  };
}

export async function applyRules(services: RunServices, pace: BatchPace, signal?: AbortSignal): Promise<void> {
  const failed = new Set<string>();
  for (;;) {
    const rows = await services.db.licenseRuleRun.findMany({ distinct: ['tenantId'], select: { tenantId: true } });
    const tenantIds = rows.map(({ tenantId }) => tenantId).filter((id) => !failed.has(id));
    if (tenantIds.length === 0) return;
    for (const tenantId of tenantIds) {
      if (signal?.aborted) return;
      await applyNextBatch(services, tenantId, pace).catch((error: unknown) => {
        failed.add(tenantId);
        services.logger.error({ err: error, tenantId }, 'could not apply a license rule');
      });
    }
  }
}

interface Run {
  ruleId: string;
  actorKind: Actor['kind'];
  actorId: string | null;
  joinedAt: Date | null;
  membershipId: string | null;
  tenantId: string;
  applicationId: string;
  licenseTypeId: string;
  role: Role | null;
  groupId: string | null;
  licenseTypeIds: string[];
}

/** The oldest unfinished rule of a tenant, and the one after it. */
function findRuns(tx: Transaction, tenantId: string): Promise<Run[]> {
  return tx.$queryRaw<Run[]>`
    SELECT run.rule_id AS "ruleId", run.actor_kind AS "actorKind", run.actor_id AS "actorId", run.joined_at AS "joinedAt",
           run.membership_id AS "membershipId", rule.tenant_id AS "tenantId", rule.application_id AS "applicationId",
           rule.license_type_id AS "licenseTypeId", rule.role::text, rule.group_id AS "groupId",
           ARRAY(SELECT id FROM identity.license_types WHERE application_id = rule.application_id) AS "licenseTypeIds"
    FROM identity.license_rule_runs run JOIN identity.license_rules rule ON rule.id = run.rule_id
    WHERE run.tenant_id = ${tenantId}::uuid ORDER BY run.rule_id LIMIT 2`;
}

const cursorOf = ({ joinedAt, membershipId }: RuleMember) => ({ joinedAt, membershipId });
