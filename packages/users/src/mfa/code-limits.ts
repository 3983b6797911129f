import { createCounter, keyOf } from '@org/identity-prisma';
import type { Pool } from 'pg';
import { createGrowingWaits, type WaitLimits } from '../limits/growing-waits.js';

/** With waits of up to an hour some 150 tries a day are left: a code is guessed in years, and nobody is kept out for long. */
export interface SecondFactorLimits extends WaitLimits {
  /** Wrong codes before the account has to wait: of a million codes three are right at a time, so few tries may be made. */
  triesPerAccount: number;
}

export const defaultSecondFactorLimits: SecondFactorLimits = {
  triesPerAccount: 5,
  firstWaitSeconds: 60,
  longestWaitSeconds: 60 * 60,
};

export interface CodeLimiter {
  /** Counts a try before the code is looked at, so parallel tries cannot outrun the count. */
  begin(userId: string): Promise<'allowed' | 'wait'>;
  /** How many seconds the account has to wait, after a try that was told to. */
  secondsLeft(userId: string): Promise<number>;
  /** Forgets the tries of somebody whose code was right. */
  succeed(userId: string): Promise<void>;
}

const quarterHour = 15 * 60;
const tryPrefix = 'mfa_account';
const waitPrefix = 'mfa_waits';

/** Counts wrong codes in PostgreSQL, apart from passwords. Only who knows the password gets here: no outsider can make the owner wait. */
export function createCodeLimiter(pool: Pool, limits: SecondFactorLimits = defaultSecondFactorLimits): CodeLimiter {
  const tries = createCounter(pool, tryPrefix, limits.triesPerAccount, quarterHour);
  const waits = createGrowingWaits(pool, waitPrefix, limits);
  return {
    begin: async (userId) => ((await waits.count(tries, keyOf(userId))) ? 'allowed' : 'wait'),
    secondsLeft: (userId) => waits.secondsLeft(tries, keyOf(userId)),
    async succeed(userId) {
      const key = keyOf(userId);
      await Promise.all([tries.delete(key), waits.forget(key)]);
    },
  };
}

/** Under which wrong codes at an account are counted. */
export function codeKeysOf(userId: string): string[] {
  return [tryPrefix, waitPrefix].map((prefix) => `${prefix}:${keyOf(userId)}`);
}
