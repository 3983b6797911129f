import {
  endOfFeed,
  type FeedEvent,
  type FeedPosition,
  type FeedWatch,
  type IdentityPluginHost,
  isBefore,
  readFeed,
} from '@org/identity-prisma';
import { createWaiters } from './waiters.js';

/** How many of the newest events are kept in memory. */
const kept = 1_000;
/** How many events are read at once. */
const pageSize = 500;
/** How often the tail shows that it is alive if the database does not respond, in milliseconds. */
const interval = 2_000;

/** Events of the tail, in their order. */
export interface TailPart {
  readonly events: readonly FeedEvent[];
  /** Where the reader is after these events. */
  readonly at: FeedPosition;
  /** Whether there are no more events at this moment. */
  readonly caughtUp: boolean;
  /** If it has caught up: everything that was committed before this time (of `performance.now()`) is before `at`. */
  readonly completeUntil: number | undefined;
}

/** The newest events. They are read once for all streams of a process. */
export interface FeedTail {
  /** The next events after a position, of one tenant or of all. Returns undefined if the reader is behind the kept events. */
  take(after: FeedPosition, options: { tenantId: string | undefined; limit: number }): TailPart | undefined;
  /** The position up to which the tail has read. */
  end(): FeedPosition;
  /** Increases whenever `take` may return something new. */
  round(): number;
  /** Resolves at the next round, at once if `round` is over, or when the signal is aborted. */
  wait(round: number, signal: AbortSignal): Promise<void>;
  /** Stops reading. */
  release(): void;
}

interface Tail {
  /** Every event after this position and not after `end` is in `events`. */
  start: FeedPosition;
  end: FeedPosition;
  events: FeedEvent[];
  completeUntil: number | undefined;
}

interface TailServices {
  readonly pool: Pick<IdentityPluginHost['pool'], 'query'>;
  readonly watch: FeedWatch;
  readonly onError: (error: unknown) => void;
}

/** Starts to read new events from now on. Throws if the database does not respond. */
export async function startFeedTail(services: TailServices): Promise<FeedTail> {
  const end = await endOfFeed(services.pool);
  const tail: Tail = { start: end, end, events: [], completeUntil: undefined };
  const stopped = new AbortController();
  const rounds = createWaiters();
  void follow(services, tail, { signal: stopped.signal, onRound: rounds.next });
  return {
    take: (after, options) => takeFrom(tail, after, options),
    end: () => tail.end,
    round: rounds.round,
    wait: rounds.wait,
    release: () => stopped.abort(),
  };
}

async function follow(
  { pool, watch, onError }: TailServices,
  tail: Tail,
  { signal, onRound }: { signal: AbortSignal; onRound: () => void },
): Promise<void> {
  let read: number | undefined;
  while (!signal.aborted) {
    // Both before reading, and both from the same look: what was complete then is in memory afterwards.
    const version = watch.version();
    const completeUntil = watch.completeUntil();
    try {
      // The same version: the newest event that can be read is one that was read before.
      if (version !== read) await readNew(pool, tail, onRound);
      read = version;
      tail.completeUntil = completeUntil;
    } catch (error) {
      onError(error);
    }
    onRound();
    await watch.wait(interval, { signal, version, urgent: true });
  }
}

async function readNew(pool: TailServices['pool'], tail: Tail, onPage: () => void): Promise<void> {
  for (;;) {
    const page = await readFeed(pool, { after: tail.end, limit: pageSize });
    tail.events.push(...page);
    const dropped = tail.events.splice(0, Math.max(0, tail.events.length - kept));
    tail.start = dropped.at(-1) ?? tail.start;
    tail.end = page.at(-1) ?? tail.end;
    if (page.length < pageSize) return;
    // Streams take the page while the next one is read.
    onPage();
  }
}

function takeFrom(
  { start, end, events, completeUntil }: Tail,
  after: FeedPosition,
  { tenantId, limit }: { tenantId: string | undefined; limit: number },
): TailPart | undefined {
  if (isBefore(after, start)) return undefined;
  let next = events.length;
  for (let before = events[next - 1]; before && isBefore(after, before); before = events[next - 1]) next -= 1;
  const found: FeedEvent[] = [];
  for (const event of events.slice(next)) {
    if (tenantId === undefined || event.tenantId === tenantId) found.push(event);
    if (found.length === limit) return { events: found, at: event, caughtUp: false, completeUntil: undefined };
  }
  return { events: found, at: isBefore(after, end) ? end : after, caughtUp: true, completeUntil };
}
