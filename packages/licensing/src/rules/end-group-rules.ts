import type { DomainEvent, Subscriber } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import { ruleEventData } from './rule-event-data.js';

/** Deletes the rules of a group with the group. Nobody loses a seat, or a place in the waiting list. */
export function endGroupRules({ events }: Pick<IdentityPluginHost, 'events'>): Subscriber<Transaction> {
  return {
    on: 'group.deleted',
    async handle(tx, { tenantId, subjectId: groupId, actor }: DomainEvent) {
      if (!tenantId || !groupId) return;
      const rules = await tx.licenseRule.findMany({
        where: { tenantId, groupId },
        orderBy: { id: 'asc' },
        include: { group: { select: { id: true, name: true } } },
      });
      for (const rule of rules) {
        const data = ruleEventData(rule);
        await events.publish(tx, { type: 'license_rule.deleted', tenantId, actor, subjectId: rule.id, data });
      }
      await tx.licenseRule.deleteMany({ where: { tenantId, groupId } });
    },
  };
}
