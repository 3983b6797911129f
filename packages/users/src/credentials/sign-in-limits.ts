import { networkOf, rateLimited } from '@org/identity-core';
import { createCounter, keyOf } from '@org/identity-prisma';
import type { Pool } from 'pg';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { createGrowingWaits, type WaitLimits } from '../limits/growing-waits.js';

export interface SignInLimits extends WaitLimits {
  /** Tries at one account from one address before it has to wait. A person mistypes a few times, not ten. */
  triesPerAccountAndAddress: number;
  /** Tries at one account from everywhere in a day: slows down a botnet, far above what an owner needs. */
  triesPerAccount: number;
  /**
   * Tries at one account in a browser in which its owner has signed in before. They count apart, so that outsiders who use
   * up the tries above cannot keep the owner out.
   */
  triesPerKnownBrowser: number;
  /**
   * Wrong tries from one address (IP) at all accounts together, in ten minutes: stops one password tried at many
   * accounts. Far above the slips of an office or a mobile carrier, which have one address for everybody; and the
   * time is short, since everybody there waits until it is over.
   */
  triesPerAddress: number;
}

export const defaultSignInLimits: SignInLimits = {
  triesPerAccountAndAddress: 10,
  triesPerAccount: 100,
  triesPerKnownBrowser: 10,
  triesPerAddress: 200,
  firstWaitSeconds: 60,
  longestWaitSeconds: 60 * 60,
};

export interface SignInLimiter {
  /**
   * Counts a try before the password is looked at, so parallel tries cannot outrun the count. Throws RATE_LIMITED when
   * the address (IP) has used up its tries: that tells nothing about any account.
   */
  begin(attempt: Attempt): Promise<'allowed' | 'wait'>;
  /** How many seconds this attempt has to wait, for an attempt that was told to; the same whether or not the account exists. */
  secondsLeft(attempt: Attempt): Promise<number>;
  /** Forgets the tries of somebody who knew the password. */
  succeed(attempt: Attempt): Promise<void>;
  /** Takes a try back that was counted, but whose password nobody could look at. */
  takeBack(attempt: Attempt): Promise<void>;
  /** Forgets all tries at an account: what others did at its old password must not keep the owner of a new one out. */
  forget(attempt: Attempt): Promise<void>;
}

export interface Attempt {
  email: string;
  ip: string;
  /** Names the browser and the account, where the browser is known to it. */
  browser?: string | undefined;
}

const tenMinutes = 10 * 60;
const quarterHour = 15 * 60;
const day = 24 * 60 * 60;

/** Counts failed sign-ins in PostgreSQL, for all processes together. */
export function createSignInLimiter(pool: Pool, limits: SignInLimits = defaultSignInLimits): SignInLimiter {
  const perAddress = createCounter(pool, 'signin_address', limits.triesPerAccountAndAddress, quarterHour);
  const perAccount = createCounter(pool, 'signin_account', limits.triesPerAccount, day);
  const perBrowser = createCounter(pool, 'signin_browser', limits.triesPerKnownBrowser, quarterHour);
  const perNetwork = createCounter(pool, 'signin_network', limits.triesPerAddress, tenMinutes);
  const waits = createGrowingWaits(pool, 'signin_waits', limits);
  const countNetwork = async (key: string): Promise<void> => {
    try {
      await perNetwork.consume(key);
    } catch (rejected) {
      if (!(rejected instanceof RateLimiterRes)) throw rejected;
      throw rateLimited(rejected.msBeforeNext / 1000);
    }
  };
  return {
    async begin({ email, ip, browser }) {
      if (browser) return (await waits.count(perBrowser, keyOf(browser))) ? 'allowed' : 'wait';
      const network = networkOf(ip);
      // In this order: who hammers at one account uses up neither the tries of the others there, nor the owner's.
      if (!(await waits.count(perAddress, keyOf(email, network)))) return 'wait';
      try {
        await countNetwork(keyOf(network));
      } catch (refused) {
        // Nobody looked at this one: whoever shares a network that waits keeps their own tries.
        await perAddress.reward(keyOf(email, network));
        throw refused;
      }
      return (await waits.count(perAccount, keyOf(email))) ? 'allowed' : 'wait';
    },
    async secondsLeft({ email, ip, browser }) {
      if (browser) return waits.secondsLeft(perBrowser, keyOf(browser));
      const left = [
        waits.secondsLeft(perAddress, keyOf(email, networkOf(ip))),
        waits.secondsLeft(perAccount, keyOf(email)),
      ];
      return Math.max(...(await Promise.all(left)));
    },
    async succeed({ email, ip, browser }) {
      if (browser) {
        await Promise.all([perBrowser.delete(keyOf(browser)), waits.forget(keyOf(browser))]);
        return;
      }
      const network = networkOf(ip);
      await Promise.all([
        perAddress.delete(keyOf(email, network)),
        perNetwork.reward(keyOf(network)),
        perAccount.reward(keyOf(email)),
        waits.forget(keyOf(email, network)),
      ]);
    },
    async takeBack({ email, ip, browser }) {
      if (browser) {
        await perBrowser.reward(keyOf(browser));
        return;
      }
      const network = networkOf(ip);
      await Promise.all([
        perAddress.reward(keyOf(email, network)),
        perNetwork.reward(keyOf(network)),
        perAccount.reward(keyOf(email)),
      ]);
    },
    async forget({ email, ip }) {
      const keys = [keyOf(email), keyOf(email, networkOf(ip))];
      await Promise.all(keys.flatMap((key) => [perAddress.delete(key), perAccount.delete(key), waits.forget(key)]));
    },
  };
}

/** Under which tries at an account are counted. Those from each address (IP) are not to be found by the account; a day ends them. */
export function accountKeysOf(email: string): string[] {
  return ['signin_account', 'signin_waits'].map((prefix) => `${prefix}:${keyOf(email)}`);
}
