import type { Job } from '@org/identity-core';
import { Prisma } from '@org/identity-prisma';

import { changeSeats } from '../seat-changes/change-seats.js';
import { isOpen } from '../seat-changes/free-seats.js';
import { handOutSeats } from '../seat-changes/hand-out-seats.js';
import { takeSeats } from '../seat-changes/take-seats.js';
import { findSubscriptions, subscriptionEntry } from '../subscriptions/subscription-entry.js';
import { tellUsers } from './tell-users.js';
import { isToReclaim, isToTell } from './unused-seats.js';
import type { ReclaimServices, UnusedSubscription } from './unused-subscription.js';

const subscriptionsAtOnce = 100;
const seatsAtOnce = 500;
const first = '00000000-0000-0000-0000-000000000000';

/** Releases seats that nobody uses, after their users were told. */
export function reclaimJob(services: ReclaimServices): Job {
  return { name: 'reclaim-seats', everySeconds: 60 * 60, run: (signal) => reclaimSeats(services, signal) };
}

/** Tells the users of seats that are about to be reclaimed, and releases those of users who were told and still do not use theirs. */
export async function reclaimSeats(services: ReclaimServices, signal?: AbortSignal): Promise<void> {
  let after: string | undefined = first;
  while (after !== undefined) {
    const page: UnusedSubscription[] = await findUnused(services, after);
    for (const subscription of page) {
      if (signal?.aborted) return;
      if (!subscription.toTell && !subscription.toReclaim) continue;
      await reclaimOf(services, subscription, signal).catch((error: unknown) =>
        services.logger.error({ err: error, subscriptionId: subscription.id }, 'could not reclaim unused seats'),
      );
    }
    after = page.length < subscriptionsAtOnce ? undefined : page.at(-1)?.id;
  }
}

/** The next subscriptions whose unused seats are reclaimed, and what is to be done. */
function findUnused({ db }: ReclaimServices, after: string): Promise<UnusedSubscription[]> {
  const days = Prisma.sql`sub.reclaim_after_days`;
  const some = (where: Prisma.Sql) =>
    Prisma.sql`EXISTS (SELECT 1 FROM identity.seats WHERE seats.subscription_id = sub.id AND ${where})`;
  return db.$queryRaw<UnusedSubscription[]>`
    SELECT sub.id, sub.tenant_id AS "tenantId", sub.license_type_id AS "licenseTypeId",
           ${some(isToTell(days))} AS "toTell", ${some(isToReclaim(days))} AS "toReclaim"
    FROM identity.subscriptions sub
    WHERE sub.id > ${after}::uuid AND sub.reclaim_after_days > 0 AND ${isOpen} AND sub.starts_at <= now()
    ORDER BY sub.id LIMIT ${Prisma.raw(String(subscriptionsAtOnce))}`;
}

async function reclaimOf(
  services: ReclaimServices,
  subscription: UnusedSubscription,
  signal: AbortSignal | undefined,
): Promise<void> {
  const whileFull = async (work: () => Promise<boolean>) => {
    while (!signal?.aborted && (await work()));
  };
  if (subscription.toReclaim) await whileFull(() => releaseUnused(services, subscription));
  if (subscription.toTell) await whileFull(() => tellUsers(services, subscription));
}

/** Releases the next seats. Returns whether there may be more. */
function releaseUnused(services: ReclaimServices, subscription: UnusedSubscription): Promise<boolean> {
  const { id, tenantId, licenseTypeId } = subscription;
  const scope = { tenantId, licenseTypeIds: [licenseTypeId] };
  return changeSeats(services, scope, async (tx, subscriptions) => {
    // Read again under the lock.
    const [found] = await findSubscriptions(tx, Prisma.sql`sub.id = ${id}::uuid`);
    const days = found && subscriptionEntry(found).status === 'ACTIVE' ? found.reclaimAfterDays : 0;
    if (days === 0) return false;
    // A seat that is being used at this moment is passed over.
    const unused = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM identity.seats
      WHERE subscription_id = ${id}::uuid AND ${isToReclaim(Prisma.sql`${days}::int`)}
      ORDER BY id LIMIT ${Prisma.raw(String(seatsAtOnce))} FOR NO KEY UPDATE SKIP LOCKED`;
    const ids = unused.map((seat) => seat.id);
    const actor = { kind: 'system', id: null } as const;
    await takeSeats(tx, services, { where: Prisma.sql`id = ANY(${ids}::uuid[])`, actor, cause: 'reclaim' });
    await handOutSeats(tx, services, subscriptions);
    return ids.length === seatsAtOnce;
  });
}
