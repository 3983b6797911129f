import type { Pool } from 'pg';
import { statement } from '../fast-path/statement.js';

/** Tells readers when there are new events, and how current what they can read is. */
export interface FeedWatch {
  /**
   * Resolves when there are new events, or after so many milliseconds, or when the signal is aborted. Never rejects. With the
   * `version` from before the caller last read, it also resolves at once if there were new events since then.
   */
  wait(milliseconds: number, signal?: AbortSignal, version?: number): Promise<void>;
  /** Increases when new events are seen. */
  version(): number;
  /**
   * Everything that was committed before this time (of `performance.now()`) can be read now. It is known only while somebody
   * waits; undefined before the first look.
   */
  completeUntil(): number | undefined;
  /** Ends all waits. */
  close(): void;
}

/** How often the database is asked for new events while somebody waits, in milliseconds. */
const interval = 100;

/**
 * The last event that can be read, below which horizon all events can be read, and the horizon that those of transactions
 * that have not ended yet will reach. All readers of a process share this question, and nobody asks while nobody waits.
 */
const look = statement(
  'feed_look',
  `SELECT identity.certain_horizon() AS certain, identity.next_horizon() AS next, (
     SELECT horizon || ' ' || seq FROM identity.events
     WHERE horizon > 0 AND horizon < identity.certain_horizon() ORDER BY horizon DESC, seq DESC LIMIT 1) AS newest`,
);

/**
 * Watches for new events on behalf of all readers of a process. It asks again and again instead of LISTEN, which needs a
 * connection of its own and does not work through a pooler.
 */
export function watchFeed(pool: Pick<Pool, 'query'>, onError: (error: unknown) => void = () => {}): FeedWatch {
  const waiting = new Set<() => void>();
  const complete = createCompleteness();
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  let seen: string | undefined;
  let version = 0;
  let closed = false;

  const wakeAll = () => {
    for (const wake of [...waiting]) wake();
  };
  const plan = (milliseconds: number) => {
    clearTimeout(timer);
    timer = waiting.size > 0 && !closed ? setTimeout(() => void lookNow(), milliseconds) : undefined;
  };
  const lookNow = async () => {
    if (looking) return;
    looking = true;
    const at = performance.now();
    try {
      const { rows } = await pool.query<{ certain: string; next: string; newest: string | null }>(look);
      const [row] = rows;
      if (!row) return;
      complete.note({ at, certain: BigInt(row.certain), next: BigInt(row.next) });
      const newest = row.newest ?? '';
      // The first look has nothing to compare with: who waits may have missed something.
      if (newest !== seen) version += 1;
      if (newest !== seen) wakeAll();
      seen = newest;
    } catch (error) {
      onError(error);
    } finally {
      looking = false;
      plan(interval);
    }
  };
  return {
    wait(milliseconds, signal, known) {
      if (closed || signal?.aborted || (known !== undefined && known !== version)) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = () => {
          waiting.delete(wake);
          clearTimeout(end);
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        const end = setTimeout(wake, milliseconds);
        signal?.addEventListener('abort', wake, { once: true });
        // Nobody has looked for a while: what was seen then says nothing to a caller who does not know a version.
        if (known === undefined && waiting.size === 0 && !looking) seen = undefined;
        waiting.add(wake);
        if (!timer) plan(interval);
      });
    },
    version: () => version,
    completeUntil: complete.until,
    close() {
      closed = true;
      clearTimeout(timer);
      wakeAll();
    },
  };
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
    note({ at, certain, next }: { at: number; certain: bigint; next: bigint }) {
      if (certain >= next) until = at;
      else if (mark && certain >= mark.next) until = mark.at;
      else if (mark) return;
      mark = { at, next };
    },
  };
}
