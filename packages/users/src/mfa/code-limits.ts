import { isRefused, keyOf, tryOnce } from '@org/identity-prisma';
import type { Pool } from 'pg';
import type { WaitLimits } from '../limits/wait-limits.js';

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
  /** Makes an attempt, unless the account has to wait. */
  attempt(userId: string, isRight: () => Promise<boolean>): Promise<CodeAttempt>;
}

/** The result of an attempt. `waitSeconds` is set if the code was not checked. */
export type CodeAttempt = 'right' | 'wrong' | { readonly waitSeconds: number };

const quarterHour = 15 * 60;
const attemptPrefix = 'mfa_account';
const waitPrefix = 'mfa_waits';

/** Counts wrong codes in PostgreSQL, separately from passwords. Only callers who know the password get here, so others cannot make the owner wait. */
export function createCodeLimiter(pool: Pool, limits: SecondFactorLimits = defaultSecondFactorLimits): CodeLimiter {
  const { triesPerAccount: max, ...growing } = limits;
  return {
    async attempt(userId, isRight) {
      const key = keyOf(userId);
      const waits = { ...growing, key: `${waitPrefix}:${key}` };
      const limit = { key: `${attemptPrefix}:${key}`, max, seconds: quarterHour, waits, forgottenByRight: true };
      const compare = async () => {
        const right = await isRight();
        return { right, result: right ? ('right' as const) : ('wrong' as const) };
      };
      const outcome = await tryOnce(pool, `code ${userId}`, () => Promise.resolve({ limits: [limit], compare }));
      return isRefused(outcome) ? { waitSeconds: outcome.seconds } : outcome.result;
    },
  };
}

/** The keys of the counters of an account. */
export function codeKeysOf(userId: string): string[] {
  return [attemptPrefix, waitPrefix].map((prefix) => `${prefix}:${keyOf(userId)}`);
}
