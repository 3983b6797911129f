import type { LockedSubscription, Transaction } from '@org/identity-prisma';
import { lowestQuantity } from './allowed-seats.js';
import type { SeatServices } from './change-seats.js';
import { releaseExcess } from './release-excess.js';

const system = { kind: 'system', id: null } as const;

/**
 * Puts planned quantities that are due into force, and returns whether something has changed. Seats are taken away only if
 * the plan says so. As long as more seats are in use than the plan allows, the quantity stays at what is in use, and the plan
 * stays: it lowers the quantity further with each seat that becomes free.
 *
 * What a plan changes has the time of the plan, however late that is. But the past that somebody may have read does not change:
 * what could not be done at that time counts from now on.
 */
export async function applyPlannedQuantities(
  tx: Transaction,
  services: SeatServices,
  locked: readonly LockedSubscription[],
): Promise<boolean> {
  let changed = false;
  for (const { id } of locked.filter(({ due }) => due)) {
    const subscription = await tx.subscription.findUniqueOrThrow({ where: { id } });
    const { pendingQuantity: quantity, pendingAt: at, pendingRelease, pendingUsers } = subscription;
    if (quantity === null || at === null) continue;
    const since = (await wasInUseAfter(tx, { ...subscription, at })) ? undefined : at;
    if (pendingRelease) {
      const excess = { subscription, quantity, first: pendingUsers, actor: system, endedAt: since };
      await releaseExcess(tx, services, excess);
    }
    changed = (await setQuantity(tx, services, { id, quantity, since })) || changed;
  }
  return changed;
}

/**
 * Whether a seat of the subscription was freed after that time, or had a lease. Otherwise no more seats were in use at any
 * time since than now, so the plan could have been applied at that time.
 */
async function wasInUseAfter(
  tx: Transaction,
  { id, tenantId, applicationId, at }: { id: string; tenantId: string; applicationId: string; at: Date },
): Promise<boolean> {
  const [found] = await tx.$queryRaw<{ inUse: boolean }[]>`
    SELECT EXISTS (
      SELECT 1 FROM identity.seat_leases WHERE subscription_id = ${id}::uuid AND expires_at > ${at}::timestamptz
    ) OR EXISTS (
      SELECT 1 FROM identity.reservation_periods WHERE tenant_id = ${tenantId}::uuid
        AND application_id = ${applicationId}::uuid AND subscription_id = ${id}::uuid AND ended_at > ${at}::timestamptz
    ) OR EXISTS (
      SELECT 1 FROM identity.seat_periods WHERE tenant_id = ${tenantId}::uuid
        AND application_id = ${applicationId}::uuid AND subscription_id = ${id}::uuid AND ended_at > ${at}::timestamptz
    ) AS "inUse"`;
  return found?.inUse ?? false;
}

/** Sets the quantity that the plan names, or the lowest one that the seats in use allow. */
async function setQuantity(
  tx: Transaction,
  { events }: SeatServices,
  { id, quantity, since }: { id: string; quantity: number; since: Date | undefined },
): Promise<boolean> {
  const row = await tx.subscription.findUniqueOrThrow({ where: { id } });
  const inUse = row.quantityAssigned + row.quantityReserved;
  const next = Math.max(quantity, Math.min(row.quantityPurchased, lowestQuantity(inUse, row.overagePercent)));
  const isDone = next === quantity;
  if (!isDone && next === row.quantityPurchased) return false;
  // The trigger that keeps the terms of a subscription reads the setting.
  await setTermTime(tx, since?.toISOString() ?? '');
  const plan = { pendingQuantity: null, pendingAt: null, pendingRelease: false, pendingUsers: [] };
  await tx.subscription.update({ where: { id }, data: { quantityPurchased: next, ...(isDone ? plan : {}) } });
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

const setTermTime = (tx: Transaction, time: string) =>
  tx.$queryRaw`SELECT set_config('identity.term_changed_at', ${time}, true)`;
