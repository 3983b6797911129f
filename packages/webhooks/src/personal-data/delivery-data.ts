import type { PersonalData } from '@org/identity-core';
import { Prisma, pageSize, pagesOf, type Transaction } from '@org/identity-prisma';

/** What receivers of webhooks have answered to events about a user. They may repeat what they got. */
export function deliveryData(): PersonalData<Transaction> {
  return {
    models: [],
    // The events themselves are in the section of events. What others have answered is not our data about the user.
    collect: () => Promise.resolve([]),
    async erase(tx, userId) {
      for await (const events of pagesOf((after: EventOfUser | undefined) => eventsOf(tx, userId, after))) {
        await forget(tx, events, Prisma.sql`webhook.tenant_id = event.tenant_id`);
        await forget(tx, events, Prisma.sql`webhook.tenant_id IS NULL`);
      }
    },
  };
}

interface EventOfUser {
  readonly id: string;
  readonly tenantId: string | null;
}

const nil = '00000000-0000-0000-0000-000000000000';

/** What a user did, and what happened to them. Each part is found by an index. */
function eventsOf(tx: Transaction, userId: string, after: EventOfUser | undefined): Promise<EventOfUser[]> {
  const page = Prisma.sql`id > ${after?.id ?? nil}::uuid ORDER BY id LIMIT ${pageSize}`;
  return tx.$queryRaw<EventOfUser[]>`
    (SELECT id, tenant_id AS "tenantId" FROM identity.events WHERE actor_id = ${userId} AND ${page})
    UNION (SELECT id, tenant_id FROM identity.events WHERE subject_id = ${userId} AND ${page})
    ORDER BY id LIMIT ${pageSize}`;
}

/** Clears the responses to some events, of the webhooks of their tenants or of those of the platform. */
async function forget(tx: Transaction, events: readonly EventOfUser[], owner: Prisma.Sql): Promise<void> {
  const [ids, tenantIds] = [events.map(({ id }) => id), events.map(({ tenantId }) => tenantId)];
  await tx.$executeRaw`
    UPDATE identity.webhook_deliveries delivery SET response_body = NULL, last_error = NULL
    FROM unnest(${ids}::uuid[], ${tenantIds}::uuid[]) event(id, tenant_id) JOIN identity.webhooks webhook ON ${owner}
    WHERE delivery.webhook_id = webhook.id AND delivery.event_id = event.id`;
}
