/** How many rows one transaction changes while it holds locks that others wait for. */
export interface BatchPace {
  /** Runs a batch, with its size. Call it when the locks are held: the wait for them says nothing about the size. */
  run<Result>(batch: (size: number) => Promise<Result>): Promise<Result>;
}

const sizes = { min: 100, max: 1_000 };
/** Others wait no longer than this for a batch, as far as the one before it can tell. */
const milliseconds = 250;

/** Chooses the size of batches by the time that they take. */
export function createBatchPace(): BatchPace {
  let size = sizes.min;
  return {
    async run(batch) {
      const started = performance.now();
      const ran = size;
      const result = await batch(ran);
      const fitting = Math.round((ran * milliseconds) / Math.max(performance.now() - started, 1));
      // At most twice as many as before: one fast batch says little.
      size = Math.max(sizes.min, Math.min(sizes.max, 2 * ran, fitting));
      return result;
    },
  };
}

/** Batches of one size. */
export const fixedBatches = (size: number): BatchPace => ({ run: (batch) => batch(size) });
