import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';

export const maxBatchSize = 1_000;
const batchSizes = { min: 200, max: maxBatchSize };
/** Rows are deleted for so long at once. Requests that need the same disk or CPU wait no longer than this. */
const batchMilliseconds = 20;
/** A pause is so many times as long as the batch before it: the purge takes a fifth of one connection's time. */
const pauseFactor = 4;
const pauses = { min: 10, max: 1_000 };

/** How fast a purge may go. */
export interface Pace {
  batchSize(): number;
  /** Runs a batch. The next one is smaller if it took long. */
  measure<Result>(batch: () => Promise<Result>): Promise<Result>;
  /** Waits after a batch: longer after a slow one, and as long as requests wait for a connection. */
  pause(): Promise<void>;
  /** Whether the purge has to stop. */
  isOver(): boolean;
}

/** Creates the pace of one purge. */
export function createPace(
  pool: Pick<Pool, 'waitingCount'>,
  { signal, maxMilliseconds = Infinity }: { signal?: AbortSignal; maxMilliseconds?: number },
): Pace {
  const end = performance.now() + maxMilliseconds;
  let size = batchSizes.min;
  let took = 0;
  const isOver = () => signal?.aborted === true || performance.now() >= end;
  // Rejects if it is aborted; the caller then finds `isOver()`.
  const wait = (milliseconds: number) =>
    delay(milliseconds, undefined, signal ? { signal } : {}).catch(() => undefined);
  return {
    batchSize: () => size,
    async measure(batch) {
      const started = performance.now();
      const result = await batch();
      took = performance.now() - started;
      const fitting = Math.round((size * batchMilliseconds) / Math.max(took, 1));
      // At most twice as many as before: one fast batch says little.
      size = Math.max(batchSizes.min, Math.min(batchSizes.max, 2 * size, fitting));
      return result;
    },
    async pause() {
      const length = Math.min(pauses.max, Math.max(pauses.min, pauseFactor * took));
      do await wait(length);
      while (pool.waitingCount > 0 && !isOver());
    },
    isOver,
  };
}
