import type { Principal } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { requireRight } from '../access/rights.js';
import { countMembers } from '../tenant/count-members.js';

/** Enough to decide on; a larger tenant gets a lower bound instead of a slow page. */
const maxRead = 10_000;
const maxCounted = 1_000;

export interface WithoutSecondFactor {
  readonly count: number;
  /** Whether there may be more than `count`. */
  readonly orMore: boolean;
  /** The number of active members. */
  readonly members: number;
}

/** How many active members have no second factor. Reads at most 10,000 members and counts at most 1,000 of them. */
export async function countWithoutSecondFactor(
  db: Database,
  { tenantId, principal }: { tenantId: string; principal: Principal },
): Promise<WithoutSecondFactor> {
  await requireRight(db, tenantId, principal, 'update the tenant');
  const [countOf, rows] = await Promise.all([
    countMembers(db, [tenantId]),
    // A subquery for each member, and no join: a join may read all users of the platform instead.
    db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM (
        SELECT FROM (
          SELECT user_id FROM identity.memberships WHERE tenant_id = ${tenantId}::uuid AND status = 'ACTIVE'
          ORDER BY tenant_id, status, id LIMIT ${maxRead}) m
        WHERE (SELECT NOT u.mfa_enabled FROM identity.users u WHERE u.id = m.user_id) LIMIT ${maxCounted}) found`,
  ]);
  const members = countOf(tenantId);
  const count = rows[0]?.count ?? 0;
  return { count, members, orMore: count < members && (count >= maxCounted || members > maxRead) };
}
