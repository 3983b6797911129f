import { networkOf, rateLimited } from '@org/identity-core';
import { createCounter, keyOf } from '@org/identity-prisma';
import type { Pool } from 'pg';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { createGrowingWaits, type WaitLimits } from '../limits/growing-waits.js';

export interface SignInLimits extends WaitLimits {
  /** Attempts at one account from one network before it has to wait. A user mistypes a few times, not ten. */
  triesPerAccountAndAddress: number;
  /** Attempts at one account from all networks in a day. Slows down a botnet; far more than an owner needs. */
  triesPerAccount: number;
  /**
   * Attempts at one account in a browser in which its owner has signed in before. They are counted separately, so that
   * others who use up the attempts above cannot lock the owner out.
   */
  triesPerKnownBrowser: number;
  /**
   * Wrong attempts from one network at all accounts together, in ten minutes: stops one password tried at many accounts.
   * Far more than an office or a mobile carrier needs, where many users share an IP. The time is short, because all of
   * them have to wait.
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
   * Counts an attempt before the password is checked, so that parallel attempts cannot exceed the limit. Throws
   * RATE_LIMITED if the network has used up its attempts, which says nothing about any account.
   */
  begin(attempt: Attempt): Promise<'allowed' | 'wait'>;
  /** How many seconds a refused attempt has to wait; the same whether or not the account exists. */
  secondsLeft(attempt: Attempt): Promise<number>;
  /** Resets the counts after a correct password. */
  succeed(attempt: Attempt): Promise<void>;
  /** Takes back an attempt whose password could not be checked. */
  takeBack(attempt: Attempt): Promise<void>;
  /** Resets all counts of an account: attempts at the old password must not lock out the owner of a new one. */
  forget(attempt: Attempt): Promise<void>;
}

export interface Attempt {
  email: string;
  ip: string;
  /** Identifies the browser and the account, if the browser is known to the account. */
  browser?: string | undefined;
}

const tenMinutes = 10 * 60;
const quarterHour = 15 * 60;
const day = 24 * 60 * 60;

// The key begins with that of the account, so that an operator can unlock the account everywhere.
const ofNetwork = (email: string, network: string) => `${keyOf(email)}.${keyOf(email, network)}`;
const ofBrowser = (email: string, browser: string) => `${keyOf(email)}.${keyOf(browser)}`;

/** Counts failed sign-ins in PostgreSQL, for all processes together. */
export function createSignInLimiter(pool: Pool, limits: SignInLimits = defaultSignInLimits): SignInLimiter {
  const perAccountAndNetwork = createCounter(pool, 'signin_address', limits.triesPerAccountAndAddress, quarterHour);
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
      if (browser) return (await waits.count(perBrowser, ofBrowser(email, browser))) ? 'allowed' : 'wait';
      const network = networkOf(ip);
      // In this order: an attacker at one account uses up neither the attempts of other users in the network nor the owner's.
      if (!(await waits.count(perAccountAndNetwork, ofNetwork(email, network)))) return 'wait';
      try {
        await countNetwork(keyOf(network));
      } catch (refused) {
        // The password was not checked: users in a network that has to wait keep their own attempts.
        await perAccountAndNetwork.reward(ofNetwork(email, network));
        throw refused;
      }
      return (await waits.count(perAccount, keyOf(email))) ? 'allowed' : 'wait';
    },
    async secondsLeft({ email, ip, browser }) {
      if (browser) return waits.secondsLeft(perBrowser, ofBrowser(email, browser));
      const left = [
        waits.secondsLeft(perAccountAndNetwork, ofNetwork(email, networkOf(ip))),
        waits.secondsLeft(perAccount, keyOf(email)),
      ];
      return Math.max(...(await Promise.all(left)));
    },
    async succeed({ email, ip, browser }) {
      if (browser) {
        await Promise.all([perBrowser.delete(ofBrowser(email, browser)), waits.forget(ofBrowser(email, browser))]);
        return;
      }
      const network = networkOf(ip);
      await Promise.all([
        perAccountAndNetwork.delete(ofNetwork(email, network)),
        perNetwork.reward(keyOf(network)),
        perAccount.reward(keyOf(email)),
        waits.forget(ofNetwork(email, network)),
      ]);
    },
    async takeBack({ email, ip, browser }) {
      if (browser) {
        await perBrowser.reward(ofBrowser(email, browser));
        return;
      }
      const network = networkOf(ip);
      await Promise.all([
        perAccountAndNetwork.reward(ofNetwork(email, network)),
        perNetwork.reward(keyOf(network)),
        perAccount.reward(keyOf(email)),
      ]);
    },
    async forget({ email, ip }) {
      const keys = [keyOf(email), ofNetwork(email, networkOf(ip))];
      await Promise.all(
        keys.flatMap((key) => [perAccountAndNetwork.delete(key), perAccount.delete(key), waits.forget(key)]),
      );
    },
  };
}

const prefixes = ['signin_account', 'signin_waits', 'signin_address', 'signin_browser'];

/** What the keys of all counters of an account begin with, those per network and per browser included. */
export function accountKeyPrefixesOf(email: string): string[] {
  return prefixes.map((prefix) => `${prefix}:${keyOf(email)}`);
}

/** The keys of the counters of an account, without those per network and per browser; these expire within a day. */
export function accountKeysOf(email: string): string[] {
  return ['signin_account', 'signin_waits'].map((prefix) => `${prefix}:${keyOf(email)}`);
}
