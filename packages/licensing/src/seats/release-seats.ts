import type { DomainEvent, EventType, Subscriber } from '@org/identity-core';
import {
  type IdentityPluginHost,
  lockMembershipRows,
  lockSubscriptionRows,
  lockTenantsOfUser,
  Prisma,
  type Transaction,
} from '@org/identity-prisma';
import { handOutSeats } from '../seat-changes/hand-out-seats.js';
import { leaveWaitingLists } from '../seat-changes/leave-waiting-lists.js';
import { settleSeats } from '../seat-changes/settle-seats.js';
import { takeSeats } from '../seat-changes/take-seats.js';

type Services = Pick<IdentityPluginHost, 'events'>;

/**
 * Releases the seats of a user who is no longer an active member, and those of a deleted tenant, in the same transaction.
 *
 * The trigger `memberships_release_seats` also deletes the seats of a suspended member, at the commit. After this it finds none.
 * Neither can replace the other. Only the code here knows actor and cause, publishes the events, and hands the seats to those
 * who wait. Only the trigger sees a suspension without an event: by plain SQL, by a server without `licensing()`, or by
 * version 0.2, which does not know requests. See `prisma/functions/seats.sql`.
 */
export function seatReleases(services: Services): Subscriber<Transaction>[] {
  const on = (
    type: EventType,
    whose: (event: DomainEvent) => Prisma.Sql,
    lock: (tx: Transaction, event: DomainEvent) => Promise<unknown>,
  ): Subscriber<Transaction> => ({
    on: type,
    async handle(tx, event) {
      // Locked before the seats are read: a grant in flight has either committed by then, or finds no active member.
      await lock(tx, event);
      await releaseAll(tx, services, { whose: whose(event), event });
    },
  });
  const ofMember = ({ tenantId, subjectId }: DomainEvent) =>
    Prisma.sql`tenant_id = ${tenantId}::uuid AND user_id = ${subjectId}::uuid`;
  const lockMember = (tx: Transaction, { tenantId, subjectId }: DomainEvent) =>
    lockMembershipRows(tx, { tenantId: tenantId ?? '', userId: subjectId ?? '' });
  return [
    on('member.removed', ofMember, lockMember),
    on('member.suspended', ofMember, lockMember),
    on(
      'account.deleted',
      // Through the user's memberships, because seats are indexed by tenant.
      ({ subjectId }) => Prisma.sql`(tenant_id, user_id) IN (
        SELECT tenant_id, user_id FROM identity.memberships WHERE user_id = ${subjectId}::uuid)`,
      (tx, { subjectId }) => lockTenantsOfUser(tx, subjectId ?? ''),
    ),
    {
      ...on(
        'tenant.deleted',
        ({ tenantId }) => Prisma.sql`tenant_id = ${tenantId}::uuid`,
        (tx, { tenantId }) => lockMembershipRows(tx, { tenantId: tenantId ?? '' }),
      ),
      // The memberships of the batch are locked.
      async handleUsers(tx, event, userIds) {
        const whose = Prisma.sql`tenant_id = ${event.tenantId}::uuid AND user_id = ANY(${userIds}::uuid[])`;
        // Before the seats: a seat with a lease would stay reserved, until the subscription is deleted with all of them at once.
        await tx.$executeRaw`DELETE FROM identity.seat_leases WHERE ${whose}`;
        await releaseAll(tx, services, { whose, event });
      },
    },
  ];
}

/** Releases seats, ends open requests, and gives the freed seats to the waiting lists. The memberships are locked. */
async function releaseAll(
  tx: Transaction,
  services: Services,
  { whose, event }: { whose: Prisma.Sql; event: DomainEvent },
): Promise<void> {
  // Also the subscriptions that they wait for: see the lock order.
  const touched = await tx.$queryRaw<{ tenantId: string; licenseTypeId: string }[]>`
    SELECT sub.tenant_id AS "tenantId", sub.license_type_id AS "licenseTypeId" FROM identity.subscriptions sub
    WHERE sub.id IN (SELECT subscription_id FROM identity.seats WHERE ${whose})
    UNION SELECT tenant_id, license_type_id FROM identity.license_requests WHERE ${whose} AND status = 'WAITING'`;
  const tenantIds = [...new Set(touched.map(({ tenantId }) => tenantId))];
  const licenseTypeIds = [...new Set(touched.map(({ licenseTypeId }) => licenseTypeId))];
  const locked = touched.length > 0 ? await lockSubscriptionRows(tx, { tenantId: tenantIds, licenseTypeIds }) : [];
  const { actor, type: cause } = event;
  await leaveWaitingLists(tx, services, { whose, actor, cause });
  if (touched.length === 0) return;
  // Nobody gets a seat of a tenant that is being deleted.
  const isDeleted = cause === 'tenant.deleted';
  if (!isDeleted) await settleSeats(tx, services, locked);
  await takeSeats(tx, services, { where: whose, actor, cause });
  if (!isDeleted) await handOutSeats(tx, services, locked);
}
