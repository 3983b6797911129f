import { type FeedPosition, type IdentityPluginHost, isBefore, readFeed } from '@org/identity-prisma';
import type { FeedTail, TailPart } from './feed-tail.js';

export interface NextEvents {
  readonly tenantId: string | undefined;
  readonly after: FeedPosition;
  readonly limit: number;
}

/** The next events after a position: from the tail, or from the database for a reader behind what the tail keeps. */
export async function readNext(
  { pool, tail }: { pool: Pick<IdentityPluginHost['pool'], 'query'>; tail: FeedTail },
  { tenantId, after, limit }: NextEvents,
): Promise<TailPart> {
  const part = tail.take(after, { tenantId, limit });
  if (part) return part;
  // All events up to here can be read. So a page that is not full has all of them that the tenant has.
  const end = tail.end();
  const events = await readFeed(pool, { tenantId, after, limit });
  const last = events.at(-1) ?? after;
  const at = events.length < limit && isBefore(last, end) ? end : last;
  return { events, at, caughtUp: false, completeUntil: undefined };
}
