import { serviceUnavailable } from '@org/identity-core';
import { isDatabaseAway } from '../connection/unavailable-reason.js';

export interface TurnLimits {
  /** The number of tasks of one key that run at the same time. */
  readonly atOnce: number;
  /** The number of tasks of one key that wait for their turn. Further ones are refused at once. */
  readonly maxWaiting: number;
  /** How long a task waits for its turn. Then it is refused. */
  readonly maxWaitMilliseconds: number;
  /** What is refused, for the message. */
  readonly what?: string;
  /** What a task is refused with if too many wait, or if it has waited too long. A 503 unless told otherwise. */
  readonly refusal?: () => Error;
}

/** Runs a task when its turn comes among the tasks of the same key. `since` is when the task began to wait, if it was before. */
export type Turns = <Result>(key: string, task: () => Promise<Result>, since?: number) => Promise<Result>;

/** Runs a task when both of its turns have come. The limit of the wait is for both together. */
export function inTurns<Result>(
  [outer, outerKey]: readonly [Turns, string],
  [inner, innerKey]: readonly [Turns, string],
  task: () => Promise<Result>,
): Promise<Result> {
  const since = performance.now();
  return outer(outerKey, () => inner(innerKey, task, since), since);
}

interface Waiter {
  start(): void;
  refuse(error: Error): void;
}

interface Queue {
  running: number;
  /** In the order of arrival. */
  readonly waiting: Set<Waiter>;
}

/**
 * Limits how many tasks of one key run at the same time, how many wait, and for how long. Tasks beyond these limits fail.
 * Different keys do not affect each other.
 */
export function createTurns(limits: TurnLimits): Turns {
  const { atOnce, maxWaiting, maxWaitMilliseconds, what = 'changes' } = limits;
  const queues = new Map<string, Queue>();
  const busy = () => serviceUnavailable(`There are too many ${what} at the same time. Try again in a moment.`);
  const tooMany = limits.refusal ?? busy;

  const turnIn = ({ waiting }: Queue, since: number) =>
    new Promise<void>((resolve, reject) => {
      if (waiting.size >= maxWaiting) return reject(tooMany());
      const end = () => {
        clearTimeout(timer);
        waiting.delete(waiter);
      };
      const waiter: Waiter = {
        start() {
          end();
          resolve();
        },
        refuse(error) {
          end();
          reject(error);
        },
      };
      const left = Math.max(0, since + maxWaitMilliseconds - performance.now());
      const timer = setTimeout(() => waiter.refuse(tooMany()), left);
      waiting.add(waiter);
    });

  return async (key, task, since = performance.now()) => {
    const queue = queues.get(key) ?? { running: 0, waiting: new Set() };
    queues.set(key, queue);
    if (queue.running >= atOnce) await turnIn(queue, since);
    else queue.running += 1;
    try {
      return await task();
    } catch (error) {
      // The waiters would fail in the same way, perhaps after a long wait. Any other error is a matter of this task alone.
      if (isDatabaseAway(error)) for (const waiter of queue.waiting) waiter.refuse(busy());
      throw error;
    } finally {
      // The turn passes directly to the next waiter, so that no new task can overtake it.
      const [next] = queue.waiting;
      if (next) next.start();
      else queue.running -= 1;
      if (queue.running === 0) queues.delete(key);
    }
  };
}
