import { type Actor, IdentityError, isUuid, reply } from '@org/identity-core';
import type { Database, EventBus, Transaction } from '@org/identity-prisma';
import type { Secrets } from '../keys/secrets.js';
import { mailEntry, noticeEntry, type QueueEntry, type QueueName } from './read-queues.js';

export interface RetryServices {
  db: Database;
  secret: Secrets;
  events: Pick<EventBus, 'publish'>;
  /** Sends what is due. Called after the commit. */
  sendSoon: (queue: QueueName) => void;
}

/**
 * Makes an entry of a queue due at once, also one that was given up. An entry that is being sent at this moment is not
 * changed, so that nothing is sent twice.
 */
export async function retryEntry(
  { db, secret, events, sendSoon }: RetryServices,
  { queue, entryId, actor }: { queue: QueueName; entryId: string; actor: Actor },
): Promise<QueueEntry> {
  if (!isUuid(entryId)) throw entryNotFound();
  const entry = await db.$transaction(async (tx) => {
    const found = queue === 'mail' ? await retryMail(tx, secret, entryId) : await retryNotice(tx, entryId);
    const data = { queue };
    await events.publish(tx, { type: 'queue_entry.retried', tenantId: null, actor, subjectId: entryId, data });
    return reply(found);
  });
  sendSoon(queue);
  return entry;
}

async function retryMail(tx: Transaction, secret: Secrets, id: string): Promise<QueueEntry> {
  // In flight are rows with an attempt but without its error: see `claimDue`.
  await tx.$executeRaw`
    UPDATE identity.outgoing_mails SET due_at = now(), failed_at = NULL
    WHERE id = ${id}::uuid AND (attempts = 0 OR last_error IS NOT NULL OR failed_at IS NOT NULL)`;
  const row = await tx.outgoingMail.findUnique({ where: { id } });
  if (!row) throw entryNotFound();
  return mailEntry(secret, row);
}

async function retryNotice(tx: Transaction, id: string): Promise<QueueEntry> {
  await tx.$executeRaw`
    UPDATE identity.logout_notices SET due_at = now()
    WHERE id = ${id}::uuid AND (attempts = 0 OR last_error IS NOT NULL)`;
  const row = await tx.logoutNotice.findUnique({ where: { id } });
  if (!row) throw entryNotFound();
  return noticeEntry(row);
}

const entryNotFound = () => new IdentityError('NOT_FOUND', 'There is no such entry, or it has been sent.');
