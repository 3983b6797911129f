import { createWaits, pause } from './waits.js';

/** Whose seat was used. */
export interface SeatUse {
  readonly tenantId: string;
  readonly userId: string;
}

export interface Uses {
  /**
   * Notes the use of a seat in the service soon, unless that was done in the last hour. Never waits. Returns false if too many
   * wait already.
   */
  note(use: SeatUse): boolean;
}

export interface UsesServices {
  /** Checks the license at the service, which notes the use. */
  readonly check: (use: SeatUse) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
  /** How long to wait before the first one: random, so that many processes that start together do not call together. */
  readonly firstDelay?: () => number;
  readonly now?: () => number;
}

const hour = 3_600_000;
/** How many uses wait at most. Further ones are noted with a later check of the user. */
const maxWaiting = 10_000;
const maxRemembered = 200_000;
const maxFirstDelay = 30_000;

/**
 * A mirror answers without the service, which would then take seats for unused and might reclaim them. So the service is
 * asked for each user who was checked, at most once an hour, one after the other.
 */
export function createUses(services: UsesServices): Uses {
  const {
    check,
    onError,
    signal,
    firstDelay = () => Math.random() * maxFirstDelay,
    now = () => performance.now(),
  } = services;
  /** When each use was noted, the oldest first. */
  const noted = new Map<string, number>();
  const queue: SeatUse[] = [];
  let running = false;
  let begun = false;

  async function work(): Promise<void> {
    running = true;
    if (!begun) await pause(firstDelay(), signal);
    begun = true;
    const waits = createWaits();
    for (let next = queue.shift(); next && !signal.aborted; next = queue.shift()) {
      try {
        await check(next);
        waits.reset();
      } catch (error) {
        if (signal.aborted) return;
        // It is noted again in an hour, which is soon enough: seats are reclaimed after days.
        onError(error);
        await waits.next(signal);
      }
    }
    running = false;
  }

  return {
    note(use) {
      const key = `${use.tenantId} ${use.userId}`;
      const last = noted.get(key);
      const time = now();
      if (last !== undefined && time - last < hour) return true;
      if (queue.length >= maxWaiting || signal.aborted) return false;
      noted.delete(key);
      noted.set(key, time);
      for (const [oldest, since] of noted) {
        if (time - since < hour && noted.size <= maxRemembered) break;
        noted.delete(oldest);
      }
      queue.push(use);
      if (!running) void work();
      return true;
    },
  };
}
