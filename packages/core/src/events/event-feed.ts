import { z } from 'zod';
import { nameSchema } from '../input/schema-words.js';
import { queryInteger } from '../input/schemas.js';

/** An event as other systems get it: by a webhook, by the cursor and by the stream. */
export const EventBody = z.object({
  id: z.uuid(),
  type: z.string(),
  tenantId: z.uuid().nullable(),
  actor: z.object({ kind: z.enum(['user', 'machine', 'system']), id: z.string().nullable() }),
  subjectId: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  occurredAt: z.iso.datetime(),
});
nameSchema(EventBody.shape.actor, 'Actor', {
  kind: 'Whether a user, a machine client or the server itself did it.',
  id: 'The user or client that did it; null for the server.',
});
nameSchema(EventBody, 'Event', {
  id: 'Unique, and sorted by time: a later event has a greater one.',
  type: 'What happened, such as seat.granted.',
  tenantId: 'The tenant that it happened in; null if it belongs to none.',
  actor: 'Who did it.',
  subjectId: 'What it happened to, such as a membership; null if there is no such thing.',
  data: 'More about it; the fields depend on the type.',
  occurredAt: 'When it happened.',
});
export type EventBody = z.output<typeof EventBody>;

/** Events after a given one, oldest first. `next` is the `after` of the next request. */
export const FeedPage = z.object({ events: z.array(EventBody), next: z.string() });
nameSchema(FeedPage, 'EventFeedPage', {
  events: 'The next events, oldest first; empty if there are none yet.',
  next: 'Send it as after in the next request.',
});
export type FeedPage = z.output<typeof FeedPage>;

/** The query of a request for events after a given one. */
export const feedFields = {
  /** The id of an event; empty for the beginning. */
  after: z.union([z.literal(''), z.uuid()]),
  /** For how many seconds to wait for a first event. */
  wait: queryInteger({ min: 0, max: 30, normal: 0 }),
};

export interface FeedRequest {
  /** The events of one tenant. Undefined: all events, also those of no tenant. */
  readonly tenantId?: string | undefined;
  readonly after: string;
  readonly wait: number;
  readonly limit: number;
  /** Who waits: a caller can wait for only a few requests at once. */
  readonly caller: string;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

/** Reads events in an order in which none is added before one that was already read. The caller checks the rights. */
export interface EventFeed {
  /** Reads the events after a given one, and can wait for the first. Throws EVENT_GONE if the reader cannot continue there. */
  read(request: FeedRequest): Promise<FeedPage>;
}
