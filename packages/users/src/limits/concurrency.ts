import { rateLimited } from '@org/identity-core';

export interface LimiterQueue {
  /** How many tasks may wait for their turn. */
  maxWaiting: number;
  /** What whoever comes when the queue is full is told to wait. */
  retryAfterSeconds: number;
}

/** Lets at most `limit` tasks run at once; the others wait in the order they came. A full queue refuses (RATE_LIMITED). */
export function createLimiter(
  limit: number,
  { maxWaiting, retryAfterSeconds }: LimiterQueue = { maxWaiting: Infinity, retryAfterSeconds: 1 },
): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= limit && waiting.length >= maxWaiting) throw rateLimited(retryAfterSeconds);
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // The place is handed on, never given back while somebody waits: nobody can slip in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Runs the tasks of one key one after the other; those of different keys do not wait for each other. */
export function createKeyedQueue(): <Result>(key: string, task: () => Promise<Result>) => Promise<Result> {
  const lasts = new Map<string, Promise<unknown>>();
  return async (key, task) => {
    const before = lasts.get(key) ?? Promise.resolve();
    const mine = before.then(task, task);
    lasts.set(key, mine);
    try {
      return await mine;
    } finally {
      if (lasts.get(key) === mine) lasts.delete(key);
    }
  };
}
