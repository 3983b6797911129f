import { createCounter, keyOf } from '@org/identity-prisma';
import type { Pool } from 'pg';
import { createGrowingWaits, type WaitLimits } from '../limits/growing-waits.js';

/** With waits of up to an hour, about 150 attempts a day are possible: guessing a code takes years, and no owner is locked out for long. */
export interface SecondFactorLimits extends WaitLimits {
  /** Wrong codes before the account has to wait. Three of a million codes are valid at a time, so only few attempts are allowed. */
  triesPerAccount: number;
}

export const defaultSecondFactorLimits: SecondFactorLimits = {
  triesPerAccount: 5,
  firstWaitSeconds: 60,
  longestWaitSeconds: 60 * 60,
};

export interface CodeLimiter {
  /** Counts an attempt before the code is checked, so that parallel attempts cannot exceed the limit. */
  begin(userId: string): Promise<'allowed' | 'wait'>;
  /** How many seconds the account has to wait after a refused attempt. */
  secondsLeft(userId: string): Promise<number>;
  /** Resets the counts after a correct code. */
  succeed(userId: string): Promise<void>;
}

const quarterHour = 15 * 60;
const attemptPrefix = 'mfa_account';
const waitPrefix = 'mfa_waits';

/** Counts wrong codes in PostgreSQL, separately from passwords. Only callers who know the password get here, so others cannot make the owner wait. */
export function createCodeLimiter(pool: Pool, limits: SecondFactorLimits = defaultSecondFactorLimits): CodeLimiter {
  const attempts = createCounter(pool, attemptPrefix, limits.triesPerAccount, quarterHour);
  const waits = createGrowingWaits(pool, waitPrefix, limits);
  return {
    begin: async (userId) => ((await waits.count(attempts, keyOf(userId))) ? 'allowed' : 'wait'),
    secondsLeft: (userId) => waits.secondsLeft(attempts, keyOf(userId)),
    async succeed(userId) {
      const key = keyOf(userId);
      await Promise.all([attempts.delete(key), waits.forget(key)]);
    },
  };
}

/** The keys of the counters of an account. */
export function codeKeysOf(userId: string): string[] {
  return [attemptPrefix, waitPrefix].map((prefix) => `${prefix}:${keyOf(userId)}`);
}
