import { actorOf, isUuid, type Principal, reply } from '@org/identity-core';
import { changeAsManager, type IdentityPluginHost } from '@org/identity-prisma';
import { ruleNotFound } from '../access/errors.js';
import { ruleEventData } from './rule-event-data.js';

/** Deletes a license rule. Nobody loses a seat, or a place in the waiting list. */
export function deleteRule(
  { db, events }: Pick<IdentityPluginHost, 'db' | 'events'>,
  { ruleId, ...call }: { tenantId: string; principal: Principal; ruleId: string },
) {
  return changeAsManager(db, call, async (tx) => {
    const where = { id: ruleId, tenantId: call.tenantId };
    const rule = isUuid(ruleId)
      ? await tx.licenseRule.findFirst({ where, include: { group: { select: { id: true, name: true } } } })
      : null;
    if (!rule) throw ruleNotFound();
    await tx.licenseRule.delete({ where: { id: rule.id } });
    const { tenantId } = rule;
    await events.publish(tx, {
      type: 'license_rule.deleted',
      tenantId,
      actor: actorOf(call.principal),
      subjectId: rule.id,
      data: ruleEventData(rule),
    });
    return reply({ success: true, message: 'The rule was deleted. Nobody has lost a seat.' });
  });
}
