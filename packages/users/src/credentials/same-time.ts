import { setTimeout as delay } from 'node:timers/promises';
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

/**
 * How long to wait after a failed check, so that the answer comes when the slowest kind would have failed. `usual` has the time
 * of an undisturbed check of each kind. If this check took longer than usual, because the machine is busy, the slowest kind
 * would have taken longer in the same proportion.
 */
export function waitAfter({ kind, milliseconds }: FailedCheck, usual: ReadonlyMap<string | undefined, number>): number {
  const slowest = Math.max(...usual.values());
  const slowdown = milliseconds / (usual.get(kind) ?? slowest);
  return Math.max(0, slowest * Math.max(margin, slowdown) - milliseconds);
}

/** Makes failed checks take the same time, whatever the hash. */
export interface SameTime {
  /** Waits after a failed check. `kinds` are those of all stored hashes of other systems. */
  wait(check: FailedCheck, kinds: readonly string[]): Promise<void>;
}

// The shortest of a few runs is close to an undisturbed one.
const runs = 3;

/** Creates what measures each kind once in this process. The functions are replaced in tests only. */
export function createSameTime({
  time = timeKind,
  pause = (ms: number): Promise<unknown> => delay(ms),
} = {}): SameTime {
  const usual = new Map<string | undefined, Promise<number>>();
  const measure = async (kind: string | undefined): Promise<number> => {
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) times.push(await time(kind));
    return Math.min(...times);
  };
  const usualOf = (kind: string | undefined): Promise<number> => {
    const known = usual.get(kind);
    if (known) return known;
    const measured = measure(kind);
    usual.set(kind, measured);
    // A full queue must not be remembered.
    measured.catch(() => usual.delete(kind));
    return measured;
  };
  return {
    async wait(check, kinds) {
      const all = [...new Set([undefined, ...kinds])];
      const times = await Promise.all(all.map(async (kind) => [kind, await usualOf(kind)] as const));
      await pause(waitAfter(check, new Map(times)));
      // The machine may have been busy when the kind was measured.
      if (check.milliseconds < (await usualOf(check.kind))) usual.set(check.kind, Promise.resolve(check.milliseconds));
    },
  };
}

/** One for the process: the times depend on the machine alone. */
export const sameTime = createSameTime();
