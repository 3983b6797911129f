import { rateLimited, wideNetworkOf } from '@org/identity-core';
import { createCounter, keyOf } from '@org/identity-prisma';
import type { Pool } from 'pg';
import { RateLimiterRes } from 'rate-limiter-flexible';

export interface NewPasswordLimits {
  /**
   * New passwords that are checked and hashed for one network in ten minutes: by registration, a mailed link or an
   * invitation. Each takes 50 ms or more of a core. Many users of an office share one IP.
   */
  passwordsPerAddress: number;
}

export const defaultNewPasswordLimits: NewPasswordLimits = { passwordsPerAddress: 100 };

/** Who sets a password: an unknown user at an IP, or a signed-in user. */
export type PasswordSetter = { readonly ip: string } | { readonly userId: string };

export interface NewPasswordLimiter {
  /** Counts a new password before it is checked. Throws RATE_LIMITED if there were too many. */
  count(setter: PasswordSetter): Promise<void>;
}

const tenMinutes = 10 * 60;

/** Limits how often passwords can be checked and hashed. */
export function createNewPasswordLimiter(
  pool: Pool,
  limits: NewPasswordLimits = defaultNewPasswordLimits,
): NewPasswordLimiter {
  const counter = createCounter(pool, 'new_password', limits.passwordsPerAddress, tenMinutes);
  return {
    async count(setter) {
      try {
        const by = 'ip' in setter ? keyOf('network', wideNetworkOf(setter.ip)) : keyOf('user', setter.userId);
        await counter.consume(by);
      } catch (rejected) {
        if (!(rejected instanceof RateLimiterRes)) throw rejected;
        throw rateLimited(rejected.msBeforeNext / 1000);
      }
    },
  };
}
