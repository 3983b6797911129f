import { type LockedSubscription, Prisma, type Transaction } from '@org/identity-prisma';
import { lowestQuantity } from './allowed-seats.js';
import { releaseExcess } from './release-excess.js';
import type { SeatServices } from './seat-services.js';

const system = { kind: 'system', id: null } as const;

/**
 * Applies planned quantities that are due, and returns whether something has changed. Seats are taken away only if
 * the plan says so. As long as more seats are in use than the plan allows, the quantity stays at what is in use, and the plan
 * stays: it lowers the quantity further with each seat that becomes free. Very many seats are released in batches: then the
 * quantity falls with each batch, the plan is still due, and the next call that settles the subscription continues.
 */
export async function applyPlannedQuantities(
  tx: Transaction,
  services: SeatServices,
  locked: readonly LockedSubscription[],
): Promise<boolean> {
  let changed = false;
  for (const { id } of locked.filter(({ due }) => due)) {
    if (!(await isStillDue(tx, id))) continue;
    const subscription = await tx.subscription.findUniqueOrThrow({ where: { id } });
    const { pendingQuantity: quantity, pendingAt: at, pendingRelease, pendingUsers } = subscription;
    if (quantity === null || at === null) continue;
    let isBatch = false;
    if (pendingRelease) {
      // Later than the plan if it was changed since, and had to wait.
      const endedAt = new Date(Math.max(at.getTime(), subscription.updatedAt.getTime()));
      const excess = { subscription, quantity, first: pendingUsers, actor: system, endedAt };
      ({ isBatch } = await releaseExcess(tx, services, excess));
    }
    changed = (await setQuantity(tx, services, { id, quantity, at, isBatch })) || changed;
  }
  return changed;
}

/** Since the subscription was locked, the transaction itself may have replaced the plan by one for a later time. */
async function isStillDue(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT FROM identity.subscriptions WHERE id = ${id}::uuid AND pending_at <= now()`;
  return rows.length > 0;
}

/** Sets the quantity that the plan names, or the lowest one that the seats in use allow. */
async function setQuantity(
  tx: Transaction,
  { events }: SeatServices,
  { id, quantity, at, isBatch }: { id: string; quantity: number; at: Date; isBatch: boolean },
): Promise<boolean> {
  const row = await tx.subscription.findUniqueOrThrow({ where: { id } });
  const inUse = row.quantityAssigned + row.quantityReserved;
  const next = Math.max(quantity, Math.min(row.quantityPurchased, lowestQuantity(inUse, row.overagePercent)));
  const isDone = next === quantity;
  if (!isDone && next === row.quantityPurchased) return false;
  // The trigger that keeps the terms of a subscription reads the setting.
  await setTermTime(tx, (await timeOfChange(tx, { ...row, at })).toISOString());
  const plan = { pendingQuantity: null, pendingAt: null, pendingRelease: false, pendingUsers: [] };
  // Between two batches the subscription was not changed: the seats of all of them end at the same time.
  const same = isBatch && !isDone ? { updatedAt: row.updatedAt } : {};
  await tx.subscription.update({ where: { id }, data: { quantityPurchased: next, ...same, ...(isDone ? plan : {}) } });
  await setTermTime(tx, '');
  await events.publish(tx, {
    type: 'subscription.updated',
    tenantId: row.tenantId,
    actor: system,
    subjectId: id,
    data: {
      changed: ['quantity'],
      quantity: next,
      status: row.status,
      expiresAt: row.expiresAt?.toISOString() ?? null,
      planned: true,
    },
  });
  return true;
}

/**
 * Since when the quantity holds: the time of the plan, or the later one at which something changed that it had to wait for:
 * a seat became free, or the subscription was changed. So the history of the past does not change.
 */
async function timeOfChange(
  tx: Transaction,
  { id, at, updatedAt, ...row }: { id: string; at: Date; updatedAt: Date; tenantId: string; applicationId: string },
): Promise<Date> {
  const ended = Prisma.sql`subscription_id = ${id}::uuid AND ended_at > ${at}::timestamptz`;
  const [last] = await tx.$queryRaw<{ time: Date | null }[]>`
    SELECT greatest(
      (SELECT max(ended_at) FROM identity.seat_periods WHERE ${ended}),
      (SELECT max(ended_at) FROM identity.reservation_periods
       WHERE tenant_id = ${row.tenantId}::uuid AND application_id = ${row.applicationId}::uuid AND ${ended})) AS time`;
  return new Date(Math.max(at.getTime(), updatedAt.getTime(), last?.time?.getTime() ?? 0));
}

const setTermTime = (tx: Transaction, time: string) =>
  tx.$queryRaw`SELECT set_config('identity.term_changed_at', ${time}, true)`;
