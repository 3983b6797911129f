import type { FeedPage, FeedRequest } from '@org/identity-core';
import { type FeedEvent, type FeedPosition, readFeed } from '@org/identity-prisma';
import { eventBody } from './event-body.js';
import type { Feed } from './feed.js';
import { positionAfter } from './position-after.js';
import { readNext } from './read-next.js';

/** The next events after a given one. If there are none, waits for the first. No database connection is held meanwhile. */
export async function readEventsAfter(feed: Feed, request: FeedRequest): Promise<FeedPage> {
  const { tenantId, after, limit, wait } = request;
  const from = await positionAfter(feed.pool, { after, tenantId });
  const ready = await readFeed(feed.pool, { tenantId, after: from, limit });
  const events = ready.length === 0 && wait > 0 ? await waitForEvents(feed, request, from) : ready;
  return { events: events.map(eventBody), next: events.at(-1)?.id ?? after };
}

/** Returns no events if the time is over, the caller has gone, the server stops, or too many wait already. */
async function waitForEvents(
  { pool, tail, waits }: Feed,
  { tenantId, limit, wait, caller, signal }: FeedRequest,
  from: FeedPosition,
): Promise<readonly FeedEvent[]> {
  const slot = waits.take(caller, signal);
  if (typeof slot === 'string') return [];
  const timer = setTimeout(slot.end, wait * 1000);
  const borrowed = await tail.borrow().catch((error: unknown) => {
    slot.end();
    throw error;
  });
  try {
    let at = from;
    while (!slot.signal.aborted) {
      const round = borrowed.round();
      const part = await readNext({ pool, tail: borrowed }, { tenantId, after: at, limit });
      if (part.events.length > 0) return part.events;
      at = part.at;
      if (part.caughtUp) await borrowed.wait(round, slot.signal);
    }
    return [];
  } finally {
    clearTimeout(timer);
    slot.end();
    borrowed.release();
  }
}
