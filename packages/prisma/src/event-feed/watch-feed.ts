import type { Pool } from 'pg';
import { statement } from '../fast-path/statement.js';
import { createFeedNotices } from './feed-notices.js';

/** Looks with new events in a row, one each 200 milliseconds forgotten, until the load is high, and at most. */
const high = 10;
const max = 15;
const forgetMilliseconds = 200;

/**
 * Whether there are new events so often that a look at regular times finds them as soon as a notification would. It is high
 * after two seconds with ten of them a second, and low again after some seconds with fewer than five.
 */
export function createLoad() {
  let level = 0;
  let isHigh = false;
  let notedAt = 0;
  return {
    isHigh: () => isHigh,
    note(at: number, isNew: boolean) {
      level = Math.min(max, Math.max(0, level - (at - notedAt) / forgetMilliseconds) + (isNew ? 1 : 0));
      notedAt = at;
      if (level >= high) isHigh = true;
      else if (level <= 1) isHigh = false;
    },
  };
}

/** Tells readers when there are new events, and how current what they can read is. */
export interface FeedWatch {
  /**
   * Resolves when there are new events, or after so many milliseconds, or when the signal is aborted. Never rejects. With the
   * `version` from before the caller last read, it also resolves at once if there were new events since then.
   */
  wait(milliseconds: number, options?: WaitOptions): Promise<void>;
  /** Increases when new events are seen. */
  version(): number;
  /**
   * Everything that was committed before this time (of `performance.now()`) can be read now. It is known only while somebody
   * waits; undefined before the first look.
   */
  completeUntil(): number | undefined;
  /** Ends all waits. */
  close(): Promise<void>;
}

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  readonly version?: number | undefined;
  /**
   * For a reader for whom a quarter of a second counts, and who tells others how current it is: a look that finds nothing new
   * wakes it, too, twice a second at most. Others get new events within a second.
   */
  readonly urgent?: boolean | undefined;
}

/** The shortest time between two looks, and the time between them while nothing else says when there are new events. */
const interval = 100;
/** The time between two looks while nothing happens, for urgent readers and for others. */
export interface FeedPaces {
  /** While notifications say when there are new events. */
  readonly told: { readonly urgent: number; readonly others: number };
  readonly untold: { readonly urgent: number; readonly others: number };
}

const usualPaces: FeedPaces = {
  told: { urgent: 1_000, others: 5_000 },
  untold: { urgent: interval, others: 1_000 },
};
/** How often an urgent reader is woken by looks that find nothing. A little less, because timers are not exact. */
const wakeInterval = 450;
/** The connection for notifications stays open for this time after the last reader. */
const lingerMilliseconds = 10_000;

/**
 * The last event that can be read, below which horizon all events can be read, and the horizon that those of transactions
 * that have not ended yet will reach. All readers of a process share this query. It runs only while a reader waits.
 */
const look = statement(
  'feed_look',
  `SELECT identity.certain_horizon() AS certain, identity.next_horizon() AS next, (
     SELECT horizon || ' ' || seq FROM identity.events
     WHERE horizon > 0 AND horizon < identity.certain_horizon() ORDER BY horizon DESC, seq DESC LIMIT 1) AS newest`,
);

interface Waiter {
  readonly wake: () => void;
  readonly urgent: boolean;
}

/**
 * Watches for new events on behalf of all readers of a process. A notification of PostgreSQL only says when to look, and what
 * a look finds does not depend on it: without notifications, as behind a pooler, it looks more often. While there are many
 * events it looks anyway, and asks for no notifications.
 */
export function watchFeed(
  pool: Pick<Pool, 'query'> & Partial<Pick<Pool, 'options'>>,
  onError: (error: unknown) => void = () => {},
  paces: FeedPaces = usualPaces,
): FeedWatch {
  const waiting = new Set<Waiter>();
  const complete = createCompleteness();
  const load = createLoad();
  let timer: NodeJS.Timeout | undefined;
  let linger: NodeJS.Timeout | undefined;
  let looking = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let noticedAt = Number.NEGATIVE_INFINITY;
  let wokenAt = Number.NEGATIVE_INFINITY;
  let seen: string | undefined;
  let version = 0;
  let closed = false;

  const notices = createFeedNotices({
    connectionString: () => pool.options?.connectionString,
    onNotice() {
      noticedAt = performance.now();
      plan();
    },
    onChange: () => plan(),
    onError,
  });
  const wakeAll = () => {
    for (const { wake } of [...waiting]) wake();
  };
  const wakeUrgent = () => {
    if (performance.now() - wokenAt < wakeInterval) return;
    wokenAt = performance.now();
    for (const { wake, urgent } of [...waiting]) if (urgent) wake();
  };
  /** How long after the last look the next one is due. */
  const pause = () => {
    const urgent = [...waiting].some((waiter) => waiter.urgent);
    const kind = urgent ? 'urgent' : 'others';
    const since = notices.since();
    if (load.isHigh()) return interval;
    if (since === undefined) return paces.untold[kind];
    // A transaction that was told, or that began before the connection listened, may still hold its events back.
    const wanted = Math.max(since, noticedAt, urgent ? lookedAt : 0);
    return (complete.until() ?? Number.NEGATIVE_INFINITY) < wanted ? interval : paces.told[kind];
  };
  const plan = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size === 0 || closed || looking) return;
    timer = setTimeout(() => void lookNow(), Math.max(0, lookedAt + pause() - performance.now()));
  };
  const lookNow = async () => {
    timer = undefined;
    looking = true;
    lookedAt = performance.now();
    try {
      const { rows } = await pool.query<{ certain: string; next: string; newest: string | null }>(look);
      const [row] = rows;
      if (!row) return;
      complete.note({ at: lookedAt, certain: BigInt(row.certain), next: BigInt(row.next) });
      const newest = row.newest ?? '';
      const isNew = newest !== seen;
      seen = newest;
      load.note(lookedAt, isNew);
      // The first look has nothing to compare with: a waiting reader may have missed something.
      if (isNew) version += 1;
      if (isNew) wakeAll();
    } catch (error) {
      onError(error);
    } finally {
      looking = false;
      wakeUrgent();
      follow();
      plan();
    }
  };
  /** Asks for notifications while somebody waits and there are few events. */
  const follow = () => {
    clearTimeout(linger);
    if (closed) return;
    if (load.isHigh()) void notices.stop();
    else if (waiting.size > 0) notices.start();
    else linger = setTimeout(() => void notices.stop(), lingerMilliseconds).unref();
  };
  return {
    wait(milliseconds, { signal, version: known, urgent = false } = {}) {
      if (closed || signal?.aborted || (known !== undefined && known !== version)) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = () => {
          waiting.delete(waiter);
          clearTimeout(end);
          signal?.removeEventListener('abort', wake);
          if (waiting.size === 0) {
            follow();
            plan();
          }
          resolve();
        };
        const waiter = { wake, urgent };
        const end = setTimeout(wake, milliseconds);
        signal?.addEventListener('abort', wake, { once: true });
        // The last look is old, so it says nothing to a caller without a version.
        if (known === undefined && waiting.size === 0 && !looking) seen = undefined;
        waiting.add(waiter);
        follow();
        plan();
      });
    },
    version: () => version,
    completeUntil: complete.until,
    async close() {
      closed = true;
      clearTimeout(timer);
      clearTimeout(linger);
      wakeAll();
      await notices.stop();
    },
  };
}

/** How complete the readable events were at a look. Times are those of `performance.now()`. */
interface Look {
  readonly at: number;
  readonly certain: bigint;
  readonly next: bigint;
}

/**
 * Remembers the time of a look and the number of the next transaction at that time. When all transactions below that number
 * have ended, everything that was committed before that look can be read.
 */
function createCompleteness() {
  let until: number | undefined;
  let mark: { at: number; next: bigint } | undefined;
  return {
    until: () => until,
    note({ at, certain, next }: Look) {
      if (certain >= next) until = at;
      else if (mark && certain >= mark.next) until = mark.at;
      else if (mark) return;
      mark = { at, next };
    },
  };
}
