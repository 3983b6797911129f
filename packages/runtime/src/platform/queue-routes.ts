import { actorOf, Id, IdentityError, Pagination, pageFields, type Route, Timestamp } from '@org/identity-core';
import { platformRouteOf } from '@org/identity-prisma';
import { z } from 'zod';
import { listQueueEntries, listQueues, type QueueName, queueNames } from '../background/read-queues.js';
import { type RetryServices, retryEntry } from '../background/retry-entry.js';

export const QueueList = z.object({
  queues: z.array(
    z.object({
      name: z.enum(queueNames),
      waiting: z.number(),
      failed: z.number(),
      oldest: Timestamp.nullable(),
    }),
  ),
});
export const Entry = z.object({
  id: z.uuid(),
  kind: z.string(),
  recipient: z.string().nullable(),
  clientId: z.string().nullable(),
  status: z.enum(['WAITING', 'FAILED']),
  attempts: z.number(),
  lastError: z.string().nullable(),
  nextAttemptAt: Timestamp.nullable(),
  createdAt: Timestamp,
});
export const EntryList = z.object({ entries: z.array(Entry), pagination: Pagination });
export const QueueParams = z.object({ queue: Id });
export const EntryParams = QueueParams.extend({ entryId: Id });
const base = '/api/platform/queues';

/** The routes of the queues of mail and logout notices. */
export function queueRoutes(services: RetryServices): Route[] {
  const { db } = services;
  const platformRoute = platformRouteOf(db);
  return [
    platformRoute({
      method: 'get',
      path: base,
      summary: 'How many mails and logout notices wait, and how many have failed',
      reply: QueueList,
      handle: () => listQueues(db),
    }),
    platformRoute({
      method: 'get',
      path: `${base}/:queue/entries`,
      summary: 'A page of the entries of a queue',
      description:
        'Failed ones first, then those that are due first. Recipients are masked; the content of a mail is never shown.',
      errors: ['NOT_FOUND'],
      params: QueueParams,
      query: z.strictObject(pageFields),
      reply: EntryList,
      handle: async ({ params, query }) => listQueueEntries(services, { queue: known(params.queue), ...query }),
    }),
    platformRoute({
      method: 'post',
      path: `${base}/:queue/entries/:entryId/retry`,
      summary: 'Try an entry of a queue again at once',
      description: 'Also one that was given up. An entry that is being sent at this moment is not changed.',
      errors: ['NOT_FOUND'],
      params: EntryParams,
      reply: Entry,
      handle: async ({ principal, params }) =>
        retryEntry(services, { queue: known(params.queue), entryId: params.entryId, actor: actorOf(principal) }),
    }),
  ];
}

function known(queue: string): QueueName {
  const found = queueNames.find((name) => name === queue);
  if (!found) throw new IdentityError('NOT_FOUND', 'There is no such queue.');
  return found;
}
