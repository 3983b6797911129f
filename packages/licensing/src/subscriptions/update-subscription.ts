import {
  type Actor,
  actorOf,
  isUuid,
  type Principal,
  reply,
  requireSecondFactor,
  validationFailed,
} from '@org/identity-core';
import {
  type BatchPace,
  type IdentityPluginHost,
  type LockedSubscription,
  Prisma,
  type Transaction,
} from '@org/identity-prisma';
import { subscriptionNotFound } from '../access/errors.js';
import { changeSeats } from '../seat-changes/change-seats.js';
import { handOutSeats } from '../seat-changes/hand-out-seats.js';
import type { SeatServices } from '../seat-changes/seat-services.js';
import { fitSeats } from './fit-seats.js';
import { findSubscriptions, type SubscriptionRow, subscriptionEntry } from './subscription-entry.js';
import type { SubscriptionChanges } from './subscription-schemas.js';

interface Input {
  tenantId: string;
  subscriptionId: string;
  principal: Principal;
  changes: SubscriptionChanges;
}

/**
 * Changes a subscription, now or at a planned time. A quantity below the seats in use is refused, or releases seats if the
 * change says so. Very many seats are released in several transactions, so that others get their turn in between. The
 * quantity falls with each of them; the other changes are part of the last one.
 */
export async function updateSubscription(
  services: Pick<IdentityPluginHost, 'db' | 'events'>,
  input: Input,
  pace?: BatchPace,
) {
  const { tenantId, subscriptionId, changes } = input;
  if (!isUuid(tenantId) || !isUuid(subscriptionId)) throw subscriptionNotFound();
  const found = await services.db.subscription.findFirst({
    where: { id: subscriptionId, tenantId, tenant: { closingAt: null } },
    select: { licenseTypeId: true, tenant: { select: { mfaPolicy: true } } },
  });
  if (!found) throw subscriptionNotFound();
  requireSecondFactor(input.principal, { mfaRequired: found.tenant.mfaPolicy === 'REQUIRED' });
  if (changes.effectiveAt && changes.effectiveAt.getTime() <= Date.now())
    throw validationFailed([{ path: 'effectiveAt', message: 'must be in the future' }]);
  const scope = { tenantId, licenseTypeIds: [found.licenseTypeId] };
  const actor = actorOf(input.principal);
  let isContinued = false;
  const change = async (tx: Transaction, subscriptions: readonly LockedSubscription[]) => {
    // Under the lock: a tenant that closes cancels its subscriptions, and they stay canceled.
    const where = Prisma.sql`sub.id = ${subscriptionId}::uuid
      AND EXISTS (SELECT FROM identity.tenants WHERE id = sub.tenant_id AND closing_at IS NULL)`;
    const [before] = await findSubscriptions(tx, where);
    if (!before) throw subscriptionNotFound();
    if (before.trial && changes.trial !== false && changes.expiresAt === null)
      throw validationFailed([{ path: 'expiresAt', message: 'a trial needs an end' }]);
    if (!(await fitSeats(tx, services, { subscription: before, changes, actor, isContinued }, pace))) return undefined;
    await tx.subscription.update({ where: { id: subscriptionId }, data: dataOf(changes, before) });
    if (beginsReclaim(changes, before)) await forgetReclaimMails(tx, subscriptionId);
    await handOutSeats(tx, services, subscriptions);
    const [after] = await findSubscriptions(tx, where);
    if (!after) throw subscriptionNotFound();
    await publish(tx, services, { before, after, changes, actor });
    return reply(subscriptionEntry(after));
  };
  for (;;) {
    const entry = await changeSeats(services, scope, change);
    if (entry) return entry;
    isContinued = true;
  }
}

const noPlan = { pendingQuantity: null, pendingAt: null, pendingRelease: false, pendingUsers: [] };

/** The columns that a change sets. */
function dataOf(changes: SubscriptionChanges, { pendingAt }: SubscriptionRow): Prisma.SubscriptionUpdateInput {
  const { quantity, effectiveAt, onExcess, release = [], pendingQuantity } = changes;
  const { overagePercent, reclaimAfterDays, leases, limits, trial, status, expiresAt } = changes;
  const plan =
    quantity !== undefined && effectiveAt
      ? {
          pendingQuantity: quantity,
          pendingAt: effectiveAt,
          pendingRelease: onExcess === 'release',
          pendingUsers: release.map((id) => id.toLowerCase()),
        }
      : undefined;
  // A plan that still waits for seats to become free must not lower the new quantity again.
  const endsPlan =
    pendingQuantity === null || (quantity !== undefined && (pendingAt?.getTime() ?? Infinity) <= Date.now());
  return {
    ...(plan ?? (endsPlan ? noPlan : {})),
    ...(quantity === undefined || plan ? {} : { quantityPurchased: quantity }),
    ...(overagePercent === undefined ? {} : { overagePercent }),
    ...(reclaimAfterDays === undefined ? {} : { reclaimAfterDays }),
    ...(leases === undefined ? {} : { leasePolicy: leases }),
    ...(limits === undefined ? {} : { limits }),
    ...(trial === undefined ? {} : { trial }),
    ...(status === undefined ? {} : { status }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}

/** Whether seats may be reclaimed that could not be used, or not be reclaimed, before. */
function beginsReclaim({ reclaimAfterDays, status, expiresAt }: SubscriptionChanges, before: SubscriptionRow): boolean {
  const { status: wasOpen } = subscriptionEntry(before);
  return (
    (reclaimAfterDays !== undefined && reclaimAfterDays !== before.reclaimAfterDays) ||
    (wasOpen !== 'ACTIVE' && (status !== undefined || expiresAt !== undefined))
  );
}

/** The users are told again, and then have seven days again. */
async function forgetReclaimMails(tx: Transaction, subscriptionId: string): Promise<void> {
  await tx.seat.updateMany({ where: { subscriptionId, reclaimMailAt: { not: null } }, data: { reclaimMailAt: null } });
}

async function publish(
  tx: Transaction,
  { events }: SeatServices,
  change: { before: SubscriptionRow; after: SubscriptionRow; changes: SubscriptionChanges; actor: Actor },
): Promise<void> {
  const { after, changes, actor } = change;
  const { onExcess: _on, release: _release, effectiveAt, quantity, ...others } = changes;
  const isPlan = effectiveAt !== undefined || changes.pendingQuantity === null;
  const plan = isPlan
    ? { pendingQuantity: after.pendingQuantity, pendingAt: after.pendingAt?.toISOString() ?? null }
    : {};
  const { overagePercent, reclaimAfterDays, leases, trial } = others;
  const ofQuantity = quantity === undefined ? [] : [effectiveAt ? 'pendingQuantity' : 'quantity'];
  await events.publish(tx, {
    type: 'subscription.updated',
    tenantId: after.tenantId,
    actor,
    subjectId: after.id,
    data: {
      changed: [...ofQuantity, ...Object.keys(others)],
      quantity: after.quantityPurchased,
      status: after.status,
      expiresAt: after.expiresAt?.toISOString() ?? null,
      ...plan,
      ...(overagePercent === undefined ? {} : { overagePercent }),
      ...(reclaimAfterDays === undefined ? {} : { reclaimAfterDays }),
      ...(leases === undefined ? {} : { leases }),
      ...(trial === undefined ? {} : { trial }),
    },
  });
}
