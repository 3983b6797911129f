/** Waits that grow from attempt to attempt. */
export interface Waits {
  /** Waits before the next attempt, at least so many milliseconds. Resolves early if the signal is aborted. */
  next(signal: AbortSignal, atLeast?: number): Promise<void>;
  /** After a success: the next wait is short again. */
  reset(): void;
}

const firstMilliseconds = 100;
const maxMilliseconds = 5_000;

/** Each wait is twice the one before. Half of it is random, so that clients that failed together do not return together. */
export function createWaits(): Waits {
  let attempt = 0;
  return {
    next(signal, atLeast = 0) {
      const full = Math.min(maxMilliseconds, firstMilliseconds * 2 ** attempt);
      attempt = Math.min(attempt + 1, 10);
      return pause(Math.max(atLeast, full * (0.5 + Math.random() / 2)), signal);
    },
    reset() {
      attempt = 0;
    },
  };
}

/** Resolves after that time, or when the signal is aborted. It does not keep the process running. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    timer.unref();
    signal.addEventListener('abort', end, { once: true });
  });
}
