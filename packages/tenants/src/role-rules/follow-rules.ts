import type { Actor } from '@org/identity-core';
import { type IdentityPluginHost, Prisma, type Transaction } from '@org/identity-prisma';

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
 * and admins who were appointed by hand, stay what they are. The tenant is locked. The number of statements does not depend on
 * the number of members.
 */
export async function followRules(
  tx: Transaction,
  events: IdentityPluginHost['events'],
  following: Following,
): Promise<void> {
  const { tenantId, actor } = following;
  const changes = await findChanges(tx, following);
  if (changes.length === 0) return;
  await tx.$executeRaw`
    UPDATE identity.memberships SET role = changed.role, updated_at = statement_timestamp()
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS changed(id uuid, role identity.role)
    WHERE memberships.id = changed.id`;
  await rememberGiven(tx, tenantId, changes);
  await events.publishAll(
    tx,
    changes.map(({ id, userId, role, previousRole }) => ({
      type: 'member.role_changed' as const,
      tenantId,
      actor,
      subjectId: userId,
      data: { membershipId: id, role, previousRole, byRule: true },
    })),
  );
}

interface RoleChange {
  /** That of the membership. */
  readonly id: string;
  readonly userId: string;
  readonly role: 'admin' | 'member';
  readonly previousRole: 'admin' | 'member';
}

/** Notes whom a rule has made an admin, and forgets those who are one no more. */
async function rememberGiven(tx: Transaction, tenantId: string, changes: readonly RoleChange[]): Promise<void> {
  const usersWith = (wanted: RoleChange['role']) =>
    changes.filter(({ role }) => role === wanted).map(({ userId }) => userId);
  await tx.$executeRaw`
    WITH taken AS (
      DELETE FROM identity.given_roles
      WHERE tenant_id = ${tenantId}::uuid AND user_id = ANY(${usersWith('member')}::uuid[]))
    INSERT INTO identity.given_roles (tenant_id, user_id)
    SELECT ${tenantId}::uuid, user_id FROM unnest(${usersWith('admin')}::uuid[]) AS given(user_id)
    ON CONFLICT DO NOTHING`;
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
    SELECT m.id, m.user_id AS "userId", 'admin' AS role, m.role::text AS "previousRole"
    FROM ruled JOIN identity.memberships m ON m.tenant_id = ${tenantId}::uuid AND m.user_id = ruled.user_id
    WHERE m.role = 'member' AND m.status <> 'INVITED'
    UNION ALL
    SELECT m.id, m.user_id, 'member', m.role::text
    FROM identity.given_roles given
    JOIN identity.memberships m ON m.tenant_id = given.tenant_id AND m.user_id = given.user_id AND m.role = 'admin'
    WHERE given.tenant_id = ${tenantId}::uuid AND ${isAsked(Prisma.sql`given.user_id`)}
      AND NOT EXISTS (SELECT FROM ruled WHERE ruled.user_id = given.user_id)
    ORDER BY 2`;
}
