import type { Actor } from '@org/identity-core';
import { type IdentityPluginHost, Prisma, type Transaction } from '@org/identity-prisma';
import { applyChanges } from '../members/change-member.js';

interface Following {
  readonly tenantId: string;
  /** Whoever has changed the groups or the rules. */
  readonly actor: Actor;
  /** Only these users. Without it, all members of the tenant. */
  readonly userIds?: readonly string[];
  /** A group that is about to be deleted: it gives no role any more. */
  readonly withoutGroupId?: string;
}

/**
 * Makes members admins whose groups say so, and takes the role back from those whom only a rule had made admins. Owners,
 * and admins who were appointed by hand, stay what they are. The tenant is locked.
 */
export async function followRules(
  tx: Transaction,
  events: IdentityPluginHost['events'],
  following: Following,
): Promise<void> {
  const { tenantId, actor } = following;
  for (const { userId, role } of await findChanges(tx, following)) {
    const key = { tenantId, userId };
    const member = await tx.membership.findUniqueOrThrow({ where: { tenantId_userId: key } });
    await applyChanges(tx, events, { tenantId, member, changes: { role }, actor, byRule: true });
    if (role === 'admin') await tx.givenRole.createMany({ data: [key], skipDuplicates: true });
    else await tx.givenRole.deleteMany({ where: key });
  }
}

interface RoleChange {
  readonly userId: string;
  readonly role: 'admin' | 'member';
}

/** Those whose role is not what their groups say, in one statement. Usually there is nobody. */
function findChanges(tx: Transaction, { tenantId, userIds, withoutGroupId }: Following): Promise<RoleChange[]> {
  const isAsked = (user: Prisma.Sql) =>
    userIds === undefined ? Prisma.sql`true` : Prisma.sql`${user} = ANY(${userIds}::uuid[])`;
  return tx.$queryRaw<RoleChange[]>`
    WITH ruled AS (
      SELECT DISTINCT own.user_id FROM identity.role_rules rule
      JOIN identity.group_members own ON own.group_id = rule.group_id AND ${isAsked(Prisma.sql`own.user_id`)}
      WHERE rule.tenant_id = ${tenantId}::uuid AND rule.role = 'admin'
        AND rule.group_id IS DISTINCT FROM ${withoutGroupId ?? null}::uuid)
    SELECT m.user_id AS "userId", 'admin' AS role
    FROM ruled JOIN identity.memberships m ON m.tenant_id = ${tenantId}::uuid AND m.user_id = ruled.user_id
    WHERE m.role = 'member' AND m.status <> 'INVITED'
    UNION ALL
    SELECT m.user_id, 'member'
    FROM identity.given_roles given
    JOIN identity.memberships m ON m.tenant_id = given.tenant_id AND m.user_id = given.user_id AND m.role = 'admin'
    WHERE given.tenant_id = ${tenantId}::uuid AND ${isAsked(Prisma.sql`given.user_id`)}
      AND NOT EXISTS (SELECT FROM ruled WHERE ruled.user_id = given.user_id)
    ORDER BY 1`;
}
