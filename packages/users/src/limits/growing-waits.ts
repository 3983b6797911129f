import { createCounter } from '@org/identity-prisma';
import type { Pool } from 'pg';
import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

export interface WaitLimits {
  /** The first wait; each further one within a day is twice as long, up to `longestWaitSeconds`. */
  firstWaitSeconds: number;
  longestWaitSeconds: number;
}

const day = 24 * 60 * 60;

/** Waits after too many attempts: each is twice as long as the one before. Works for a key of any counter. */
export function createGrowingWaits(pool: Pool, keyPrefix: string, limits: WaitLimits) {
  const waits = createCounter(pool, keyPrefix, Number.MAX_SAFE_INTEGER, day);
  return {
    /** Counts an attempt. Returns false if the key has to wait. */
    async count(counter: RateLimiterPostgres, key: string): Promise<boolean> {
      try {
        await counter.consume(key);
        return true;
      } catch (rejected) {
        if (!(rejected instanceof RateLimiterRes)) throw rejected;
        // Only the first attempt over the limit starts the wait; later ones must not extend it.
        if (rejected.consumedPoints === counter.points + 1) {
          const { consumedPoints } = await waits.consume(key);
          const wait = limits.firstWaitSeconds * 2 ** (consumedPoints - 1);
          await counter.block(key, Math.min(wait, limits.longestWaitSeconds));
        }
        return false;
      }
    },
    /** How many seconds the key still has to wait; 0 if it does not. */
    async secondsLeft(counter: RateLimiterPostgres, key: string): Promise<number> {
      const state = await counter.get(key);
      return state && state.consumedPoints > counter.points ? Math.max(1, Math.ceil(state.msBeforeNext / 1000)) : 0;
    },
    /** Makes the next wait of this key a first one again. */
    async forget(key: string): Promise<void> {
      await waits.delete(key);
    },
  };
}
