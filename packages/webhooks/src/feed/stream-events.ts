import type { FeedEvent, FeedPosition, IdentityPluginHost } from '@org/identity-prisma';
import { eventBody } from './event-body.js';
import type { FeedTail } from './feed-tail.js';
import { readNext } from './read-next.js';

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
    const part = await readNext({ pool, tail }, { tenantId, after: at, limit });
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
