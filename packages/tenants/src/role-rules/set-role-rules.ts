import { type Members, validationFailed } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import { lockTenant } from '../access/lock-tenant.js';
import { followRules } from './follow-rules.js';

/** The part of the service `members` that sets the roles of groups. */
export function roleRules({ events }: Pick<IdentityPluginHost, 'events'>): Pick<Members<Transaction>, 'setRoleRules'> {
  return {
    async setRoleRules(tx, { tenantId, sourceId, roleByGroup, actor }) {
      await lockTenant(tx, tenantId);
      const rules = Object.entries(roleByGroup).map(([groupId, role]) => ({ sourceId, tenantId, groupId, role }));
      await requireGivingGroups(
        tx,
        tenantId,
        rules.map(({ groupId }) => groupId),
      );
      await tx.roleRule.deleteMany({ where: { sourceId } });
      if (rules.length > 0) await tx.roleRule.createMany({ data: rules });
      await followRules(tx, events, { tenantId, actor });
    },
  };
}

/**
 * Throws if a group is not one of the tenant, or is kept by a directory that a setup link has made and no owner has
 * confirmed: such a directory must not decide who is an admin.
 */
async function requireGivingGroups(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const unconfirmed = { setupLinkId: { not: null }, confirmedAt: null };
  const groups = await tx.group.count({
    where: { id: { in: [...ids] }, tenantId, NOT: { directory: { directory: unconfirmed } } },
  });
  if (groups === ids.length) return;
  throw validationFailed([
    { path: 'roleByGroup', message: 'must name groups of this tenant, and none of a directory that is not confirmed' },
  ]);
}
