/** Callers that wait for the next round. */
export interface Waiters {
  readonly round: () => number;
  /** Resolves at the next round, at once if `round` is over, or when the signal is aborted. */
  readonly wait: (round: number, signal: AbortSignal) => Promise<void>;
  /** Begins the next round. */
  readonly next: () => void;
}

export function createWaiters(): Waiters {
  const waiting = new Set<() => void>();
  let current = 0;
  return {
    round: () => current,
    wait(round, signal) {
      if (round !== current || signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = () => {
          waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        waiting.add(wake);
        signal.addEventListener('abort', wake, { once: true });
      });
    },
    next() {
      current += 1;
      for (const wake of [...waiting]) wake();
    },
  };
}
