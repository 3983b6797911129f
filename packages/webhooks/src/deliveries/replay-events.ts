import { actorOf, eventTypes, IdentityError, rateLimited, reply } from '@org/identity-core';
import { afterCommit, countWithin, Prisma, type Transaction, uuidV7 } from '@org/identity-prisma';
import { changeWebhook, requireActive, type StoredWebhook, type WebhookCall } from '../access/change-webhook.js';
import { replayRunning } from '../access/errors.js';
import { wantsEvent } from '../patterns/event-patterns.js';
import type { WebhookServices } from '../services.js';
import { setDue } from '../webhooks/set-due.js';
import { reopened } from './reopened.js';

const hour = 60 * 60;
/** The most events of one replay. */
export const maxReplayed = 10_000;
/** Each replay may write thousands of rows. */
export const maxReplaysPerHour = 60;

/**
 * Sends every event since a time again that the webhook wants, also those from before it was created. There is one delivery
 * for each event, so one that still waits stays as it is. Returns how many events these are. New events do not wait for it.
 */
export async function replayEvents(
  { db, events, sendSoon }: Pick<WebhookServices, 'db' | 'events' | 'sendSoon'>,
  { since, ...call }: WebhookCall & { since: Date },
) {
  const replayed = await changeWebhook(db, call, async (tx, webhook) => {
    requireActive(webhook);
    const { id, tenantId } = webhook;
    const limit = { key: `webhook_replays:${id}`, max: maxReplaysPerHour, seconds: hour };
    const wait = await countWithin(tx, [limit]);
    if (wait !== undefined) throw rateLimited(wait);
    if (await isRunning(tx, id)) throw replayRunning();
    const found = await findEvents(tx, webhook, since);
    if (found.length > maxReplayed) throw tooManyEvents();
    await addDeliveries(tx, id, found);
    await setDue(tx, id);
    const count = found.length;
    await events.publish(tx, {
      type: 'webhook.replayed',
      tenantId,
      actor: actorOf(call.principal),
      subjectId: id,
      data: { since: since.toISOString(), count },
    });
    return reply({ count });
  });
  afterCommit(sendSoon);
  return replayed;
}

/** Whether events of a replay still wait for their first attempt. The caller has locked the webhook. */
async function isRunning(tx: Transaction, webhookId: string): Promise<boolean> {
  const waiting = { webhookId, status: 'PENDING', attempts: 0, replayed: true } as const;
  return (await tx.webhookDelivery.findFirst({ where: waiting, select: { id: true } })) !== null;
}

interface FoundEvent {
  id: string;
  horizon: bigint;
  seq: bigint;
  type: string;
}

/** The events that the webhook wants, in the order of sending: at most one more than can be replayed. */
function findEvents(
  tx: Transaction,
  { tenantId, events: patterns }: StoredWebhook,
  since: Date,
): Promise<FoundEvent[]> {
  const types = eventTypes().filter((type) => type !== 'webhook.test' && wantsEvent(patterns, type));
  const ofTenant = tenantId === null ? Prisma.empty : Prisma.sql`AND tenant_id = ${tenantId}::uuid`;
  return tx.$queryRaw<FoundEvent[]>`
    SELECT id, horizon, seq, type FROM (
      SELECT id, horizon, seq, type FROM identity.events
      WHERE id >= ${firstIdAt(since)}::uuid AND occurred_at >= ${since.toISOString()}::timestamptz
        AND type = ANY(${types}) ${ofTenant}
      LIMIT ${maxReplayed + 1}
    ) found ORDER BY horizon, seq, id`;
}

/**
 * The lowest id (UUID version 7) of an event at that time. Ids begin with the time of the process and `occurred_at` is the
 * time of the database, so it is an hour lower: more than clocks differ and transactions take.
 */
function firstIdAt(time: Date): string {
  const digits = (time.getTime() - hour * 1000).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}

async function addDeliveries(tx: Transaction, webhookId: string, found: readonly FoundEvent[]): Promise<void> {
  const rows = found.map(({ horizon, seq, ...event }) => ({ ...event, horizon: String(horizon), seq: String(seq) }));
  // All rows are one JSON value: Prisma is slow with thousands of values.
  const added = JSON.stringify(rows.map(({ id: eventId, ...row }) => ({ id: uuidV7(), eventId, ...row })));
  await tx.$executeRaw`
    INSERT INTO identity.webhook_deliveries AS delivery (id, webhook_id, event_id, horizon, seq, type, replayed)
    SELECT id, ${webhookId}::uuid, "eventId", horizon, seq, type, true
    FROM jsonb_to_recordset(${added}::jsonb) AS row(id uuid, "eventId" uuid, horizon bigint, seq bigint, type text)
    ON CONFLICT (webhook_id, event_id) DO UPDATE SET ${reopened('replay')} WHERE delivery.status <> 'PENDING'`;
}

const tooManyEvents = () =>
  new IdentityError('VALIDATION_FAILED', `More than ${maxReplayed} events match. Choose a later time.`, {
    reason: 'TOO_MANY_EVENTS',
    details: [{ path: 'since', message: `matches more than ${maxReplayed} events: choose a later time` }],
  });
