import type { Actor, DomainEvent, EventType, Subscriber } from '@org/identity-core';
import { type IdentityPluginHost, Prisma, type Transaction } from '@org/identity-prisma';

export interface TakenSeat {
  id: string;
  tenantId: string;
  userId: string;
  applicationId: string;
  subscriptionId: string;
}

/** How many seats are taken, and written down, at once. */
const batchSize = 1_000;

/** Who stops being an active member loses their seats in the very transaction, and so does a tenant that is deleted. */
export function seatReleases({ events }: Pick<IdentityPluginHost, 'events'>): Subscriber<Transaction>[] {
  const on = (type: EventType, whose: (event: DomainEvent) => Prisma.Sql): Subscriber<Transaction> => ({
    on: type,
    async handle(tx, event) {
      if (type === 'account.deleted') await lockTenantsOf(tx, event.subjectId);
      await releaseSeats(tx, events, whose(event), event);
    },
  });
  const ofMember = ({ tenantId, subjectId }: DomainEvent) =>
    Prisma.sql`tenant_id = ${tenantId}::uuid AND user_id = ${subjectId}::uuid`;
  return [
    on('member.removed', ofMember),
    on('member.suspended', ofMember),
    // By the person's memberships, since seats are found by their tenant.
    on(
      'account.deleted',
      ({ subjectId }) => Prisma.sql`(tenant_id, user_id) IN (
        SELECT tenant_id, user_id FROM identity.memberships WHERE user_id = ${subjectId}::uuid)`,
    ),
    on('tenant.deleted', ({ tenantId }) => Prisma.sql`tenant_id = ${tenantId}::uuid`),
  ];
}

/** Tenants before seats, as everywhere; whoever publishes the other events holds the lock of their tenant already. */
async function lockTenantsOf(tx: Transaction, userId: string | null): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM identity.tenants
    WHERE id IN (SELECT tenant_id FROM identity.memberships WHERE user_id = ${userId}::uuid)
    ORDER BY id FOR NO KEY UPDATE`;
}

async function releaseSeats(
  tx: Transaction,
  events: IdentityPluginHost['events'],
  whose: Prisma.Sql,
  { actor, type }: DomainEvent,
): Promise<void> {
  for (;;) {
    const taken = await tx.$queryRaw<TakenSeat[]>`
      DELETE FROM identity.seats WHERE id IN (SELECT id FROM identity.seats WHERE ${whose} LIMIT ${batchSize})
      RETURNING id, tenant_id AS "tenantId", user_id AS "userId", application_id AS "applicationId",
                subscription_id AS "subscriptionId"`;
    await publishRevoked(tx, events, taken, { actor, cause: type });
    if (taken.length < batchSize) return;
  }
}

/** Writes down which seats were taken, by whom and why. */
export async function publishRevoked(
  tx: Transaction,
  events: IdentityPluginHost['events'],
  taken: readonly TakenSeat[],
  { actor, cause }: { actor: Actor; cause: EventType | 'revoked' },
): Promise<void> {
  if (taken.length === 0) return;
  await events.publishAll(
    tx,
    taken.map(({ id, tenantId, userId, applicationId, subscriptionId }) => ({
      type: 'seat.revoked',
      tenantId,
      actor,
      subjectId: userId,
      data: { seatId: id, subscriptionId, applicationId, cause },
    })),
  );
}
