import {
  createKeyedSemaphore,
  type KeyedSemaphore,
  type SemaphoreLimits,
  serviceUnavailable,
} from '@org/identity-core';
import { isDatabaseAway } from '../connection/unavailable-reason.js';

export interface TurnLimits extends Pick<SemaphoreLimits, 'atOnce' | 'refusal' | 'waitsWhileMoving'> {
  readonly maxWaiting: number;
  readonly maxWaitMilliseconds: number;
  /** What is refused, for the message. */
  readonly what?: string;
}

/** Runs a task that uses the database when its turn comes among the tasks of the same key. */
export type Turns = KeyedSemaphore['run'];

/** Runs a task when both of its turns have come. The limit of the wait is for both together. */
export function inTurns<Result>(
  [outer, outerKey]: readonly [Turns, string],
  [inner, innerKey]: readonly [Turns, string],
  task: () => Promise<Result>,
): Promise<Result> {
  const since = performance.now();
  return outer(outerKey, () => inner(innerKey, task, since), since);
}

/** Refuses with a 503 by default, and refuses the waiters when the database is away. */
export function createTurns(limits: TurnLimits): Turns {
  return createTurnQueue(limits).run;
}

/** The same, for tasks that wait for each other's queues. */
export function createTurnQueue({ what = 'changes', ...limits }: TurnLimits): KeyedSemaphore {
  const busy = () => serviceUnavailable(`There are too many ${what} at the same time. Try again in a moment.`);
  // The waiters would fail in the same way, perhaps after a long wait. Any other error concerns only this task.
  const refusalAfter = (failure: unknown) => (isDatabaseAway(failure) ? busy() : undefined);
  return createKeyedSemaphore({ refusal: busy, ...limits, refusalAfter });
}
