export interface SemaphoreLimits {
  /** The number of slots of each key. */
  readonly atOnce: number;
  /** The number of tasks of one key that may wait for a slot. Further ones are refused at once. Unlimited by default. */
  readonly maxWaiting?: number;
  /** How long a task waits for a slot. Then it is refused. Unlimited by default. */
  readonly maxWaitMilliseconds?: number;
  /** Whether that time begins again for the waiters of a key when one of its tasks succeeds: only a queue that stands refuses. */
  readonly waitsWhileMoving?: boolean;
  /** The error of a task that is refused because too many wait or because it has waited too long. */
  readonly refusal?: () => Error;
  /** The error that each waiter of the key is refused with after a task has failed. If undefined, the waiters run. */
  readonly refusalAfter?: (failure: unknown) => Error | undefined;
}

/** Limits how many tasks of one key run at the same time. Different keys do not affect each other. */
export interface KeyedSemaphore {
  /** Takes a slot without waiting and returns the function that releases it. Returns undefined if no slot is free. */
  tryAcquire(key: string): (() => void) | undefined;
  /**
   * Runs a task in a slot. Tasks that wait run in the order of arrival. `since` is when the task began to wait, if it has
   * already waited for another semaphore.
   */
  run<Result>(key: string, task: () => Promise<Result>, since?: number): Promise<Result>;
  /** Resolves as soon as no task of any key waits for a slot. */
  nobodyWaits(): Promise<void>;
}

interface Waiter {
  start(): void;
  refuse(error: Error): void;
}

interface Slots {
  taken: number;
  /** When a task has succeeded last, if the waits depend on it. */
  movedAt: number;
  /** In the order of arrival. */
  readonly waiting: Set<Waiter>;
}

/** Creates a semaphore that stores only keys with a taken slot. */
export function createKeyedSemaphore({
  atOnce,
  maxWaiting = Infinity,
  maxWaitMilliseconds = Infinity,
  waitsWhileMoving = false,
  refusal = () => new Error('There are too many tasks at the same time.'),
  refusalAfter = () => undefined,
}: SemaphoreLimits): KeyedSemaphore {
  const slotsOf = new Map<string, Slots>();
  let waiters = 0;
  let listeners: (() => void)[] = [];
  const waiterLeft = () => {
    waiters -= 1;
    if (waiters > 0) return;
    for (const listener of listeners) listener();
    listeners = [];
  };
  const find = (key: string): Slots => slotsOf.get(key) ?? { taken: 0, movedAt: 0, waiting: new Set() };

  const release = (key: string) => {
    const slots = find(key);
    const [next] = slots.waiting;
    // The slot passes directly to the next waiter, so that no new task can overtake it.
    if (next) return next.start();
    slots.taken -= 1;
    if (slots.taken === 0) slotsOf.delete(key);
  };

  const takeSlot = (key: string): boolean => {
    const slots = find(key);
    if (slots.taken >= atOnce) return false;
    slots.taken += 1;
    slotsOf.set(key, slots);
    return true;
  };

  const waitForSlot = (slots: Slots, since: number) =>
    new Promise<void>((resolve, reject) => {
      const { waiting } = slots;
      if (waiting.size >= maxWaiting) return reject(refusal());
      const end = () => {
        clearTimeout(timer);
        waiting.delete(waiter);
        waiterLeft();
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
      const leftOf = (from: number) => Math.max(0, from + maxWaitMilliseconds - performance.now());
      const expire = () => {
        const left = leftOf(slots.movedAt);
        if (slots.movedAt === 0 || left === 0) return waiter.refuse(refusal());
        timer = setTimeout(expire, left);
      };
      let timer = maxWaitMilliseconds === Infinity ? undefined : setTimeout(expire, leftOf(since));
      waiting.add(waiter);
      waiters += 1;
    });

  return {
    tryAcquire(key) {
      if (!takeSlot(key)) return undefined;
      let isReleased = false;
      return () => {
        if (!isReleased) release(key);
        isReleased = true;
      };
    },
    async run(key, task, since = performance.now()) {
      if (!takeSlot(key)) await waitForSlot(find(key), since);
      try {
        const result = await task();
        if (waitsWhileMoving) find(key).movedAt = performance.now();
        return result;
      } catch (error) {
        for (const waiter of find(key).waiting) {
          const refused = refusalAfter(error);
          if (refused) waiter.refuse(refused);
        }
        throw error;
      } finally {
        release(key);
      }
    },
    nobodyWaits: async () => {
      if (waiters > 0) await new Promise<void>((resolve) => listeners.push(resolve));
    },
  };
}
