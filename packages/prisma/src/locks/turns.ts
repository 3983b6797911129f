import { isIdentityError, serviceUnavailable } from '@org/identity-core';

export interface TurnLimits {
  /** Tasks of one key that run at once. */
  readonly atOnce: number;
  /** Tasks of one key that wait for their turn; further ones are refused at once. */
  readonly maxWaiting: number;
  readonly maxWaitMilliseconds: number;
}

/** Runs a task once it is its turn among the tasks of the same key. */
export type Turns = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;

interface Waiter {
  start(): void;
  refuse(): void;
}

interface Line {
  running: number;
  /** First come, first served. */
  readonly waiting: Set<Waiter>;
}

/** Bounds how many tasks of one key run at once, and how many wait for how long; the others get a 503. Keys do not affect each other. */
export function createTurns({ atOnce, maxWaiting, maxWaitMilliseconds }: TurnLimits): Turns {
  const lines = new Map<string, Line>();

  const turnIn = ({ waiting }: Line) =>
    new Promise<void>((resolve, reject) => {
      if (waiting.size >= maxWaiting) return reject(busy());
      const end = () => {
        clearTimeout(timer);
        waiting.delete(waiter);
      };
      const waiter: Waiter = {
        start() {
          end();
          resolve();
        },
        refuse() {
          end();
          reject(busy());
        },
      };
      const timer = setTimeout(waiter.refuse, maxWaitMilliseconds);
      waiting.add(waiter);
    });

  return async (key, task) => {
    const line = lines.get(key) ?? { running: 0, waiting: new Set() };
    lines.set(key, line);
    if (line.running >= atOnce) await turnIn(line);
    else line.running += 1;
    try {
      return await task();
    } catch (error) {
      // The database did not do it, or not in time. Those who wait would wait as long again, only to fail the same way.
      if (!isIdentityError(error)) for (const waiter of line.waiting) waiter.refuse();
      throw error;
    } finally {
      // The turn is handed on, not given back while somebody waits, so that no newcomer overtakes.
      const [next] = line.waiting;
      if (next) next.start();
      else line.running -= 1;
      if (line.running === 0) lines.delete(key);
    }
  };
}

const busy = () => serviceUnavailable('There are too many changes at once here. Try again in a moment.');
