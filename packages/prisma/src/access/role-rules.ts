import type { RoleByGroup } from '@org/identity-core';
import type { Transaction } from '../database-types.js';
import { Prisma } from '../generated/client.js';

/** The roles of groups of connections or directories, by the ids of these. One without rules is not in it. */
export async function readRoleRules(
  db: Transaction,
  sourceIds: readonly string[],
): Promise<ReadonlyMap<string, RoleByGroup>> {
  const rows = await db.roleRule.findMany({ where: { sourceId: { in: [...sourceIds] } }, orderBy: { groupId: 'asc' } });
  const rules = new Map<string, RoleByGroup>();
  for (const { sourceId, groupId, role } of rows) {
    // The database holds no such rule.
    if (role === 'owner') continue;
    rules.set(sourceId, { ...rules.get(sourceId), [groupId]: role });
  }
  return rules;
}

/** Whether the member `m` is an admin only because a rule of an owner says so, as SQL. Such an admin is nobody's choice. */
export const isRuledAdmin = Prisma.sql`(m.role = 'admin' AND EXISTS (
  SELECT FROM identity.given_roles given WHERE given.tenant_id = m.tenant_id AND given.user_id = m.user_id))`;
