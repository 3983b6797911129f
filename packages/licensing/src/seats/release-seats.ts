import type { Actor, DomainEvent, EventType, Subscriber } from '@org/identity-core';
import {
  type IdentityPluginHost,
  lockMembershipRows,
  lockSubscriptionRows,
  lockTenantsOfUser,
  Prisma,
  type Transaction,
} from '@org/identity-prisma';

export interface ReleasedSeat {
  id: string;
  tenantId: string;
  userId: string;
  applicationId: string;
  subscriptionId: string;
}

const releasedColumns = Prisma.sql`
  id, tenant_id AS "tenantId", user_id AS "userId", application_id AS "applicationId", subscription_id AS "subscriptionId"`;

/** How many seats are released, and recorded as events, at once. */
const batchSize = 1_000;

/** Releases the seats of a user who is no longer an active member, and those of a deleted tenant, in the same transaction. */
export function seatReleases({ events }: Pick<IdentityPluginHost, 'events'>): Subscriber<Transaction>[] {
  const on = (
    type: EventType,
    whose: (event: DomainEvent) => Prisma.Sql,
    lock: (tx: Transaction, event: DomainEvent) => Promise<void>,
  ): Subscriber<Transaction> => ({
    on: type,
    async handle(tx, event) {
      // Locked before the seats are read: a grant in flight has either committed by then, or finds no active member.
      await lock(tx, event);
      await releaseSeats(tx, events, whose(event), event);
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
    on(
      'tenant.deleted',
      ({ tenantId }) => Prisma.sql`tenant_id = ${tenantId}::uuid`,
      async (tx, event) => {
        const tenantId = event.tenantId ?? '';
        await lockMembershipRows(tx, { tenantId });
        await lockSubscriptionRows(tx, { tenantId });
      },
    ),
  ];
}

async function releaseSeats(
  tx: Transaction,
  events: IdentityPluginHost['events'],
  whose: Prisma.Sql,
  { actor, type }: DomainEvent,
): Promise<void> {
  for (;;) {
    const released = await tx.$queryRaw<ReleasedSeat[]>`
      DELETE FROM identity.seats WHERE id IN (SELECT id FROM identity.seats WHERE ${whose} LIMIT ${batchSize})
      RETURNING ${releasedColumns}`;
    await publishRevoked(tx, events, released, { actor, cause: type });
    if (released.length < batchSize) return;
  }
}

/** Deletes the seats that users have of an application, and returns them in the order of the users' ids. */
export async function deleteSeats(
  tx: Transaction,
  { tenantId, applicationId, userIds }: { tenantId: string; applicationId: string; userIds: readonly string[] },
): Promise<ReleasedSeat[]> {
  await lockMembershipRows(tx, { tenantId, userId: userIds });
  const released = await tx.$queryRaw<ReleasedSeat[]>`
    DELETE FROM identity.seats
    WHERE tenant_id = ${tenantId}::uuid AND application_id = ${applicationId}::uuid AND user_id = ANY(${userIds}::uuid[])
    RETURNING ${releasedColumns}`;
  return released.sort((one, other) => (one.userId < other.userId ? -1 : 1));
}

/** Publishes which seats were released, by whom and why. */
export async function publishRevoked(
  tx: Transaction,
  events: IdentityPluginHost['events'],
  released: readonly ReleasedSeat[],
  { actor, cause }: { actor: Actor; cause: EventType | 'revoked' },
): Promise<void> {
  if (released.length === 0) return;
  await events.publishAll(
    tx,
    released.map(({ id, tenantId, userId, applicationId, subscriptionId }) => ({
      type: 'seat.revoked',
      tenantId,
      actor,
      subjectId: userId,
      data: { seatId: id, subscriptionId, applicationId, cause },
    })),
  );
}
