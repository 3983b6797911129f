import { rateLimited } from '@org/identity-core';

export interface LimiterQueue {
  /** How many tasks may wait. */
  maxWaiting: number;
  /** The `Retry-After` of a refused task. */
  retryAfterSeconds: number;
}

/** Runs at most `limit` tasks at once; others wait in order of arrival. If the queue is full, it throws RATE_LIMITED. */
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
      // The slot is handed to the next waiter and not released in between, so that no other task can take it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Runs the tasks of a key one after the other; tasks of different keys do not wait for each other. */
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
