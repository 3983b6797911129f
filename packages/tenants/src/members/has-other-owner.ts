import { Prisma, type Transaction } from '@org/identity-prisma';

/**
 * Whether a tenant has an active owner apart from one. A disabled user does not count, because they could not manage the
 * tenant. The user of each owner is looked up until one is found: a join could read all users, since PostgreSQL expects
 * a large tenant to have as large a share of all owners.
 */
export async function hasOtherOwner(
  tx: Transaction,
  tenantId: string,
  except: { membershipId: string } | { userId: string },
): Promise<boolean> {
  const other =
    'userId' in except
      ? Prisma.sql`m.user_id <> ${except.userId}::uuid`
      : Prisma.sql`m.id <> ${except.membershipId}::uuid`;
  const [found] = await tx.$queryRaw<{ exists: boolean }[]>`
    SELECT EXISTS (
      SELECT 1 FROM identity.memberships m
      WHERE m.tenant_id = ${tenantId}::uuid AND m.role = 'owner' AND m.status = 'ACTIVE' AND ${other}
        AND (SELECT u.disabled_at IS NULL FROM identity.users u WHERE u.id = m.user_id))`;
  return found?.exists === true;
}
