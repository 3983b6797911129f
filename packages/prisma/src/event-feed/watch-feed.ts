import type { Pool } from 'pg';

/** Tells readers when there are new events. */
export interface FeedWatch {
  /** Resolves when there are new events, or after so many milliseconds, or when the signal is aborted. Never rejects. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Looks at once. Call it after a commit with events, so that readers of this process need not wait for the next look. */
  readonly lookSoon: () => void;
  /** Ends all waits. */
  close(): void;
}

/** How often the database is asked for new events while somebody waits, in milliseconds. */
const interval = 100;

/** The last event that is certain. All readers of a process share this question, and nobody asks while nobody waits. */
const newest = `SELECT xid::text || ' ' || id AS position FROM identity.events
  WHERE xid > '0'::xid8 AND xid < pg_snapshot_xmin(pg_current_snapshot()) ORDER BY xid DESC, id DESC LIMIT 1`;

/**
 * Watches for new events on behalf of all readers of a process. It asks again and again instead of LISTEN, which needs a
 * connection of its own and does not work through a pooler.
 */
export function watchFeed(pool: Pick<Pool, 'query'>, onError: (error: unknown) => void = () => {}): FeedWatch {
  const waiting = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  let seen: string | undefined;
  let closed = false;

  const wakeAll = () => {
    for (const wake of [...waiting]) wake();
  };
  const plan = (milliseconds: number) => {
    clearTimeout(timer);
    timer = waiting.size > 0 && !closed ? setTimeout(() => void look(), milliseconds) : undefined;
  };
  const look = async () => {
    if (looking) return;
    looking = true;
    try {
      const { rows } = await pool.query<{ position: string }>(newest);
      const position = rows[0]?.position ?? '';
      // The first look has nothing to compare with: who waits may have missed something.
      if (position !== seen) wakeAll();
      seen = position;
    } catch (error) {
      onError(error);
    } finally {
      looking = false;
      plan(interval);
    }
  };
  return {
    wait(milliseconds, signal) {
      if (closed || signal?.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = () => {
          waiting.delete(wake);
          clearTimeout(end);
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        const end = setTimeout(wake, milliseconds);
        signal?.addEventListener('abort', wake, { once: true });
        // Nobody has looked for a while: what was seen then says nothing.
        if (waiting.size === 0 && !looking) seen = undefined;
        waiting.add(wake);
        if (!timer) plan(interval);
      });
    },
    lookSoon: () => {
      if (waiting.size > 0 && !looking) plan(0);
    },
    close() {
      closed = true;
      clearTimeout(timer);
      wakeAll();
    },
  };
}
