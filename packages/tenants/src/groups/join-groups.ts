import type { Members } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import { lockTenant } from '../access/lock-tenant.js';
import { joinGroup } from './group-members.js';

/** The part of the service `members` that puts a member into groups. */
export function joinGroups({ events }: Pick<IdentityPluginHost, 'events'>): Pick<Members<Transaction>, 'joinGroups'> {
  return {
    async joinGroups(tx, { tenantId, userId, groupIds, actor }) {
      if (groupIds.length === 0) return;
      await lockTenant(tx, tenantId);
      const where = { id: { in: [...groupIds] }, tenantId, source: 'MANUAL' as const };
      const groups = await tx.group.findMany({ where, orderBy: { id: 'asc' }, select: { id: true, name: true } });
      for (const group of groups) await joinGroup(tx, events, { tenantId, group, userId, actor });
    },
  };
}
