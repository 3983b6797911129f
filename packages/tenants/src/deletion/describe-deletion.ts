import type { Principal } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { requireRight } from '../access/rights.js';
import { countMembers } from '../tenant/count-members.js';

export interface DeletionFacts {
  /** Active members, who lose access. */
  readonly members: number;
  /** Subscriptions that end. */
  readonly subscriptions: number;
  /** Seats of them that members hold. */
  readonly seats: number;
}

/** What ends with the tenant. The numbers come from counters, so the size of the tenant does not matter. */
export async function describeDeletion(
  db: Database,
  { tenantId, principal }: { tenantId: string; principal: Principal },
): Promise<DeletionFacts> {
  await requireRight(db, tenantId, principal, 'delete the tenant');
  const [countOf, subscriptions] = await Promise.all([
    countMembers(db, [tenantId]),
    db.subscription.aggregate({ where: { tenantId }, _count: true, _sum: { quantityAssigned: true } }),
  ]);
  return {
    members: countOf(tenantId),
    subscriptions: subscriptions._count,
    seats: subscriptions._sum.quantityAssigned ?? 0,
  };
}
