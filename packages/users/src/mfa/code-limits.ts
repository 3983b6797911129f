import type { Pool } from 'pg';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { createCounter, keyOf } from '../counter.js';

export interface SecondFactorLimits {
  /** Wrong codes before the account has to wait: of a million codes three are right at a time, so few tries may be made. */
  triesPerAccount: number;
  /** The first wait; each further one within a day is twice as long, up to `longestWaitSeconds`. */
  firstWaitSeconds: number;
  /** With an hour, some 150 tries a day are left: a code is guessed in years, and nobody is kept out for long. */
  longestWaitSeconds: number;
}

export const defaultSecondFactorLimits: SecondFactorLimits = {
  triesPerAccount: 5,
  firstWaitSeconds: 60,
  longestWaitSeconds: 60 * 60,
};

export interface CodeLimiter {
  /** Counts a try before the code is looked at, so parallel tries cannot outrun the count. */
  begin(userId: string): Promise<'allowed' | 'wait'>;
  /** Forgets the tries of somebody whose code was right. */
  succeed(userId: string): Promise<void>;
}

const quarterHour = 15 * 60;
const day = 24 * 60 * 60;
const tryPrefix = 'mfa_account';
const waitPrefix = 'mfa_waits';

/** Counts wrong codes in PostgreSQL, apart from passwords. Only who knows the password gets here: no outsider can make the owner wait. */
export function createCodeLimiter(pool: Pool, limits: SecondFactorLimits = defaultSecondFactorLimits): CodeLimiter {
  const tries = createCounter(pool, tryPrefix, limits.triesPerAccount, quarterHour);
  const waits = createCounter(pool, waitPrefix, Number.MAX_SAFE_INTEGER, day);
  return {
    async begin(userId) {
      const key = keyOf(userId);
      try {
        await tries.consume(key);
        return 'allowed';
      } catch (rejected) {
        if (!(rejected instanceof RateLimiterRes)) throw rejected;
        // The first try over the limit sets the wait; those that follow must not prolong it.
        if (rejected.consumedPoints === tries.points + 1) {
          const { consumedPoints } = await waits.consume(key);
          const wait = limits.firstWaitSeconds * 2 ** (consumedPoints - 1);
          await tries.block(key, Math.min(wait, limits.longestWaitSeconds));
        }
        return 'wait';
      }
    },
    async succeed(userId) {
      const key = keyOf(userId);
      await Promise.all([tries.delete(key), waits.delete(key)]);
    },
  };
}

/** Under which wrong codes at an account are counted. */
export function codeKeysOf(userId: string): string[] {
  return [tryPrefix, waitPrefix].map((prefix) => `${prefix}:${keyOf(userId)}`);
}
