import { setTimeout as delay } from 'node:timers/promises';
import { workOf } from '../foreign-passwords/kind-work.js';
import { timeKind } from './password-hash.js';

/** A check of a password that failed. */
export interface FailedCheck {
  /** The kind of the hash of another system; undefined for one of ours, and for the decoy of an unknown email. */
  readonly kind: string | undefined;
  /** How long it has worked, without the time in the queue. */
  readonly milliseconds: number;
}

// A check that takes up to half as long again as usual still ends before the answer is due.
const margin = 1.5;
/** No answer is held back longer: whoever sends wrong passwords would pile requests up. */
const longestWait = 15_000;

/**
 * How long to wait after a failed check, so that the answer comes when the slowest class would have failed. `usual` is the time
 * of an undisturbed check of this kind. If this check took longer, because the machine is busy, the slowest class would have
 * taken longer in the same proportion.
 */
export function waitAfter(milliseconds: number, { usual, slowest }: { usual: number; slowest: number }): number {
  return Math.min(longestWait, Math.max(0, slowest * Math.max(margin, milliseconds / usual) - milliseconds));
}

/** Makes failed checks take the same time, whatever the hash. */
export interface SameTime {
  /**
   * Waits after a failed check. `classes` are those of all stored hashes of other systems. It measures nothing: what was not
   * measured yet is estimated.
   */
  wait(check: FailedCheck, classes: readonly string[]): Promise<void>;
  /** Measures what the classes need and this process has not measured yet: one after the other, each once. */
  measure(classes: readonly string[], signal?: AbortSignal): Promise<void>;
}

/** Of a check that takes less, most is not the hash: it does not tell how busy the machine is. */
const leastUsual = 5;

/** Our own kind, for which a check is one unit. */
const own = { measured: undefined, factor: 1, estimate: 60 };

/** Creates what keeps the times of one process. The functions are replaced in tests only. */
export function createSameTime({
  time = timeKind,
  pause = (ms: number): Promise<unknown> => delay(ms),
} = {}): SameTime {
  const times = new Map<string | undefined, number>();
  const workOfKind = (kind: string | undefined) => (kind === undefined ? own : workOf(kind));
  const usualOf = (kind: string | undefined): number | undefined => {
    const work = workOfKind(kind);
    return work && (times.get(work.measured) ?? work.estimate) * work.factor;
  };
  /** The shortest time is the closest to that of an undisturbed check. A small part of the work says little about all of it. */
  const note = (kind: string | undefined, milliseconds: number) => {
    const work = workOfKind(kind);
    if (!work || work.factor < 0.5) return;
    const known = times.get(work.measured) ?? Number.POSITIVE_INFINITY;
    times.set(work.measured, Math.min(known, milliseconds / work.factor));
  };
  let measuring: Promise<void> = Promise.resolve();
  const measureMissing = async (classes: readonly string[], signal: AbortSignal | undefined) => {
    for (const kind of [undefined, ...classes]) {
      // A server that closes waits for one of them at most.
      if (signal?.aborted) return;
      const work = workOfKind(kind);
      if (work && !times.has(work.measured)) note(work.measured, await time(work.measured));
    }
  };
  return {
    async wait({ kind, milliseconds }, classes) {
      const slowest = Math.max(...[undefined, kind, ...classes].map((one) => usualOf(one) ?? 0));
      const usual = Math.max(leastUsual, usualOf(kind) ?? slowest);
      await pause(waitAfter(milliseconds, { usual, slowest }));
      note(kind, milliseconds);
    },
    measure(classes, signal) {
      // Not at once, or the measurements would slow each other down. One that failed, as the queue was full, is made the
      // next time.
      measuring = measuring.catch(() => {}).then(() => measureMissing(classes, signal));
      return measuring;
    },
  };
}

/** One for the process: the times depend on the machine alone. */
export const sameTime = createSameTime();
