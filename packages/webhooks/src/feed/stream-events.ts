import { type FeedEvent, type FeedPosition, type IdentityPluginHost, isBefore, readFeed } from '@org/identity-prisma';
import { eventBody } from './event-body.js';
import type { FeedTail, TailPart } from './feed-tail.js';

/** How many events are sent at once. */
const limit = 200;
/** How often a stream without events shows that it is alive, in milliseconds. A little less, because timers are not exact. */
const aliveInterval = 950;

export interface StreamOptions {
  readonly pool: Pick<IdentityPluginHost['pool'], 'query'>;
  readonly tail: FeedTail;
  /** The events of one tenant. Undefined: all events. */
  readonly tenantId: string | undefined;
  readonly from: FeedPosition;
  /** Ends the stream. */
  readonly signal: AbortSignal;
}

/** The events after a position as server-sent events, in their order, none skipped and none twice, until the signal is aborted. */
export async function* streamEvents({ pool, tail, tenantId, from, signal }: StreamOptions): AsyncGenerator<string> {
  yield 'retry: 1000\n\n';
  let at = from;
  let lastAlive = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    const round = tail.round();
    const part = tail.take(at, { tenantId, limit }) ?? (await readBehind(pool, tail, { tenantId, after: at }));
    at = part.at;
    if (part.events.length > 0) yield part.events.map(messageOf).join('');
    if (!part.caughtUp) continue;
    const now = performance.now();
    if (part.completeUntil !== undefined && now - lastAlive >= aliveInterval) {
      lastAlive = now;
      yield aliveMessage(part.completeUntil);
    }
    await tail.wait(round, signal);
  }
}

/** For a reader behind the events that the tail keeps. */
async function readBehind(
  pool: StreamOptions['pool'],
  tail: FeedTail,
  { tenantId, after }: { tenantId: string | undefined; after: FeedPosition },
): Promise<TailPart> {
  // All events up to here can be read. So a page that is not full has all of them that the tenant has.
  const end = tail.end();
  const events = await readFeed(pool, { tenantId, after, limit });
  const last = events.at(-1) ?? after;
  const at = events.length < limit && isBefore(last, end) ? end : last;
  return { events, at, caughtUp: false, completeUntil: undefined };
}

// The same event goes to many streams.
const messages = new WeakMap<FeedEvent, string>();

function messageOf(event: FeedEvent): string {
  const known = messages.get(event);
  if (known !== undefined) return known;
  const message = `id: ${event.id}\ndata: ${JSON.stringify(eventBody(event))}\n\n`;
  messages.set(event, message);
  return message;
}

/** Everything that was committed before `asOf` has been sent. */
function aliveMessage(completeUntil: number): string {
  const asOf = Math.floor(Date.now() - (performance.now() - completeUntil));
  return `event: alive\ndata: ${JSON.stringify({ asOf })}\n\n`;
}
