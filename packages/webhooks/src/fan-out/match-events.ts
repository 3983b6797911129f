import type { FeedEvent, PoolClient } from '@org/identity-prisma';
import { wantsEvent } from '../patterns/event-patterns.js';

/** An event and a webhook that wants it. */
export interface Wanted {
  readonly webhookId: string;
  readonly event: FeedEvent;
}

interface Row {
  id: string;
  tenantId: string | null;
  events: string[];
  sinceSeq: string;
}

/** Which active webhooks get which of these events. A webhook of the platform gets the events of all tenants and of none. */
export async function matchEvents(client: PoolClient, all: readonly FeedEvent[]): Promise<Wanted[]> {
  // A test is sent to one webhook only, by the request that makes it.
  const events = all.filter(({ type }) => type !== 'webhook.test');
  const tenantIds = [...new Set(events.map(({ tenantId }) => tenantId).filter((id) => id !== null))];
  const { rows } = await client.query<Row>(
    `SELECT id, tenant_id AS "tenantId", events, since_seq AS "sinceSeq" FROM identity.webhooks
     WHERE (tenant_id IS NULL OR tenant_id = ANY($1::uuid[])) AND status = 'ACTIVE' ORDER BY id`,
    [tenantIds],
  );
  return rows.flatMap((webhook) =>
    events.filter((event) => gets(webhook, event)).map((event) => ({ webhookId: webhook.id, event })),
  );
}

function gets({ id, tenantId, events, sinceSeq }: Row, event: FeedEvent): boolean {
  const ofTenant = tenantId === null || tenantId === event.tenantId;
  const isOwnCreation = event.type === 'webhook.created' && event.subjectId === id;
  return ofTenant && event.seq > BigInt(sinceSeq) && !isOwnCreation && wantsEvent(events, event.type);
}
