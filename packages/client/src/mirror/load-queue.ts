import { createWaits } from './waits.js';

/** How many loads of one kind run at the same time. */
const maxAtOnce = 4;

export interface LoadQueue<Item> {
  /** Loads it as soon as possible. */
  add(item: Item): void;
}

export interface LoadQueueServices<Item> {
  /** Loads one. Returns whether it has changed meanwhile, and must be loaded again. */
  readonly load: (item: Item) => Promise<boolean>;
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** Loads what is added, each until it succeeds. Nothing is in the queue twice. */
export function createLoadQueue<Item>({ load, onError, signal }: LoadQueueServices<Item>): LoadQueue<Item> {
  const queue = new Set<Item>();
  let running = 0;

  async function work(): Promise<void> {
    running += 1;
    const waits = createWaits();
    for (const item of queue) {
      if (signal.aborted) return;
      queue.delete(item);
      try {
        if (await load(item)) queue.add(item);
        waits.reset();
      } catch (error) {
        if (signal.aborted) return;
        queue.add(item);
        onError(error);
        await waits.next(signal);
      }
    }
    running -= 1;
  }

  return {
    add(item) {
      queue.add(item);
      if (running < maxAtOnce) void work();
    },
  };
}
