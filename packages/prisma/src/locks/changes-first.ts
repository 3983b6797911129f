import { createKeyedSemaphore } from '@org/identity-core';

/** Changes of a tenant run before its seat calls, which are many and short. */
export interface ChangesFirst {
  /** Runs a change. Seat calls of the same key that come meanwhile wait for its end, within the bounds below. */
  change<Result>(key: string, task: () => Promise<Result>): Promise<Result>;
  /** Runs a seat call. While a change of the same key runs, it waits as described below. */
  seat<Result>(key: string, task: () => Promise<Result>): Promise<Result>;
}

interface Hold {
  /** Seat calls wait from this time on, in milliseconds of the clock. */
  readonly from: number;
  readonly until: number;
  readonly waiting: Set<() => void>;
}

/** The longest time for which one change keeps seat calls waiting. */
const longestHold = 500;

/**
 * A change takes many statements. If each of them had to wait behind seat calls for a connection, a lock and the CPU, a
 * change would take ten times as long beside them. So seat calls wait while a change runs. Their share is bounded: a change
 * holds them for half a second at most, and then the next changes leave them half of that time. In that time they run
 * beside a change, one by one.
 */
export function createChangesFirst(maxHold = longestHold, clock = () => performance.now()): ChangesFirst {
  const holds = new Map<string, Hold>();
  /** Until when the seat calls of a key do not wait, because they have waited before. */
  const owed = new Map<string, number>();
  const oneByOne = createKeyedSemaphore({ atOnce: 1 });

  const release = ({ waiting }: Hold) => {
    for (const begin of waiting) begin();
    waiting.clear();
  };

  return {
    async change(key, task) {
      // Changes of one key run one after the other. If two of them ever meet, the second one holds nothing.
      if (holds.has(key)) return task();
      const from = Math.max(clock(), owed.get(key) ?? 0);
      const hold: Hold = { from, until: from + maxHold, waiting: new Set() };
      holds.set(key, hold);
      const timer = setTimeout(() => release(hold), hold.until - clock()).unref();
      try {
        return await task();
      } finally {
        clearTimeout(timer);
        holds.delete(key);
        release(hold);
        repay(key, hold);
      }
    },
    async seat(key, task) {
      const hold = holds.get(key);
      if (!hold) return task();
      const now = clock();
      if (now >= hold.from && now < hold.until) await new Promise<void>((resolve) => hold.waiting.add(resolve));
      return holds.has(key) ? oneByOne.run(key, task) : task();
    },
  };

  function repay(key: string, { from, until }: Hold): void {
    const now = clock();
    const held = Math.min(now, until) - from;
    if (held <= 0) return;
    const free = now + held / 2;
    owed.set(key, free);
    // Forgets the key, unless the next change has set another time.
    setTimeout(() => owed.get(key) === free && owed.delete(key), held / 2).unref();
  }
}
