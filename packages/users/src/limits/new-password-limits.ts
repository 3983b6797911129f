import { networkOf, rateLimited } from '@org/identity-core';
import { createCounter, keyOf } from '@org/identity-prisma';
import type { Pool } from 'pg';
import { RateLimiterRes } from 'rate-limiter-flexible';

export interface NewPasswordLimits {
  /**
   * New passwords that are checked and hashed for one address (IP) in ten minutes: by registration, a mailed link or an
   * invitation. Each costs 50 ms or more of a core. An office has one address for everybody.
   */
  passwordsPerAddress: number;
}

export const defaultNewPasswordLimits: NewPasswordLimits = { passwordsPerAddress: 100 };

/** Who sets a password: anybody at an address (IP), or a user who is signed in. */
export type PasswordSetter = { readonly ip: string } | { readonly userId: string };

export interface NewPasswordLimiter {
  /** Counts a new password before anything is done with it. Throws RATE_LIMITED when there were too many. */
  count(setter: PasswordSetter): Promise<void>;
}

const tenMinutes = 10 * 60;

/** Limits how often anybody can have a password checked and hashed. */
export function createNewPasswordLimiter(
  pool: Pool,
  limits: NewPasswordLimits = defaultNewPasswordLimits,
): NewPasswordLimiter {
  const counter = createCounter(pool, 'new_password', limits.passwordsPerAddress, tenMinutes);
  return {
    async count(setter) {
      try {
        await counter.consume('ip' in setter ? keyOf('network', networkOf(setter.ip)) : keyOf('user', setter.userId));
      } catch (rejected) {
        if (!(rejected instanceof RateLimiterRes)) throw rejected;
        throw rateLimited(rejected.msBeforeNext / 1000);
      }
    },
  };
}
