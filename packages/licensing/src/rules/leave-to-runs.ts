import { type LockedSubscription, Prisma, type Transaction } from '@org/identity-prisma';
import { freeSeatsOf } from '../seat-changes/free-seats.js';
import type { Wish } from './find-wishes.js';

interface Joining {
  readonly tenantId: string;
  readonly wishes: readonly Wish[];
  /** Locked and settled. */
  readonly subscriptions: readonly LockedSubscription[];
}

/**
 * Leaves out the wishes of new rules that have not reached the member yet, unless there are seats for everybody whom the rule
 * has still to reach. Otherwise the member would overtake earlier members. A batch of the rule decides soon.
 */
export async function leaveToRuns(tx: Transaction, { tenantId, wishes, subscriptions }: Joining): Promise<Wish[]> {
  const kept: Wish[] = [];
  for (const wish of wishes) {
    const { notReachedBy: ruleId, licenseTypeId } = wish;
    const free = ruleId === null ? 0 : countFree(subscriptions, licenseTypeId);
    if (ruleId === null || !(await areMoreThan(tx, { tenantId, ruleId, count: free }))) kept.push(wish);
  }
  return kept;
}

function countFree(subscriptions: readonly LockedSubscription[], licenseTypeId: string): number {
  const takeFree = freeSeatsOf(subscriptions);
  let count = 0;
  while (takeFree(licenseTypeId)) count += 1;
  return count;
}

/** Whether a rule has still to reach more members than that, with the one who joins. */
async function areMoreThan(
  tx: Transaction,
  { tenantId, ruleId, count }: { tenantId: string; ruleId: string; count: number },
): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT FROM identity.license_rule_runs run
    JOIN identity.memberships m ON m.tenant_id = ${tenantId}::uuid AND m.status = 'ACTIVE'
      AND (run.membership_id IS NULL OR (m.joined_at, m.id) > (run.joined_at, run.membership_id))
    WHERE run.rule_id = ${ruleId}::uuid OFFSET ${Prisma.raw(String(count))} LIMIT 1`;
  return rows.length > 0;
}
