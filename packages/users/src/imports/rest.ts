import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

/** The shortest and the longest rest after a batch, as multiples of the time that the batch took. */
const shortest = 0.8;
const longest = 2;
/** The part of a rest in which the process has other work, from which on the next rest is the longest. */
const busyFrom = 0.05;

/**
 * Returns a function that rests after a batch that took some milliseconds. While the process serves sign-ins and other
 * requests, most of the time belongs to them; while it has nothing else to do, an import goes on soon.
 */
export function createRests(): (took: number, signal: AbortSignal) => Promise<void> {
  // Nobody knows before the first rest.
  let factor = longest;
  return async (took, signal) => {
    const before = performance.eventLoopUtilization();
    await delay(factor * took, undefined, { signal }).catch(() => undefined);
    factor = restFactor(performance.eventLoopUtilization(before).utilization);
  };
}

/** How long the next rest is, by the part of the last one in which the process had other work. */
export function restFactor(busy: number): number {
  return shortest + (longest - shortest) * Math.min(1, busy / busyFrom);
}
