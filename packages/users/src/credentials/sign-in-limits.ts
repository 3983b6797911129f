import { networkOf, rateLimited, wideNetworkOf } from '@org/identity-core';
import { forgetTries, isRefused, keyOf, type Try, type TryLimit, tryOnce } from '@org/identity-prisma';
import type { Pool } from 'pg';
import type { WaitLimits } from '../limits/wait-limits.js';

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
   * Makes an attempt within the limits; `prepare` finds the account when it is its turn, in the same database. Throws RATE_LIMITED if the network
   * has used up its wrong attempts, which says nothing about any account.
   */
  attempt<Result>(
    from: Pick<Attempt, 'email' | 'ip' | 'browser'>,
    prepare: (pool: Pool) => Promise<PreparedAttempt<Result>>,
  ): Promise<{ readonly result: Result } | Waiting>;
  /** Resets all counts of an account: attempts at the old password must not lock out the owner of a new one. */
  forget(attempt: Attempt): Promise<void>;
}

export interface Attempt {
  email: string;
  ip: string;
  /** Identifies the browser and the account, if the browser is known to the account. */
  browser?: string | undefined;
}

export interface PreparedAttempt<Result> extends Pick<Try<Result>, 'compare'> {
  /** Set if the browser is known to the account. */
  readonly browser?: string | undefined;
}

/** Too many attempts with this email, with or without an account: no password is checked for that many seconds. */
export interface Waiting {
  readonly waitSeconds: number;
}

const tenMinutes = 10 * 60;
const quarterHour = 15 * 60;
const day = 24 * 60 * 60;

// The key begins with that of the account, so that an operator can unlock the account everywhere.
const ofNetwork = (email: string, network: string) => `${keyOf(email)}.${keyOf(email, network)}`;
const ofBrowser = (email: string, browser: string) => `${keyOf(email)}.${keyOf(browser)}`;

/** Counts failed sign-ins in PostgreSQL, for all processes together. */
export function createSignInLimiter(pool: Pool, limits: SignInLimits = defaultSignInLimits): SignInLimiter {
  const { firstWaitSeconds, longestWaitSeconds } = limits;
  const waitingLimit = (prefix: string, key: string, max: number, seconds: number): TryLimit => ({
    key: `${prefix}:${key}`,
    max,
    seconds,
    waits: { key: `signin_waits:${key}`, firstWaitSeconds, longestWaitSeconds },
  });
  const limitsOf = ({ email, ip, browser }: Attempt): TryLimit[] => {
    const own = { forgottenByRight: true };
    if (browser) {
      const key = ofBrowser(email, browser);
      return [{ ...waitingLimit('signin_browser', key, limits.triesPerKnownBrowser, quarterHour), ...own }];
    }
    const key = ofNetwork(email, networkOf(ip));
    return [
      { ...waitingLimit('signin_address', key, limits.triesPerAccountAndAddress, quarterHour), ...own },
      { key: `signin_network:${keyOf(wideNetworkOf(ip))}`, max: limits.triesPerAddress, seconds: tenMinutes },
      waitingLimit('signin_account', keyOf(email), limits.triesPerAccount, day),
    ];
  };
  return {
    async attempt({ email, ip, browser }, prepare) {
      const outcome = await tryOnce(pool, `${browser ?? networkOf(ip)} ${email}`, async () => {
        const { compare, browser: known } = await prepare(pool);
        return { compare, limits: limitsOf({ email, ip, browser: known }) };
      });
      if (!isRefused(outcome)) return outcome;
      if (!outcome.refusedBy.waits) throw rateLimited(outcome.seconds);
      return { waitSeconds: outcome.seconds };
    },
    async forget(attempt) {
      const keys = limitsOf({ ...attempt, browser: undefined }).flatMap(({ key, waits }) =>
        waits ? [key, waits.key] : [],
      );
      await forgetTries(pool, keys);
    },
  };
}

const prefixes = ['signin_account', 'signin_waits', 'signin_address', 'signin_browser'];

/** The name under which wrong emailed codes of an account are counted, instead of its email. */
export const codeAccountOf = (email: string) => `code ${email}`;

/** The same for guesses where no code was mailed. They have the same limits, and none of them is at the account. */
export const missingCodeOf = (email: string) => `missing code ${email}`;

const countedAs = (email: string) => [email, codeAccountOf(email), missingCodeOf(email)];

/** What the keys of all counters of an account begin with, those per network and per browser included. */
export function accountKeyPrefixesOf(email: string): string[] {
  return countedAs(email).flatMap((name) => prefixes.map((prefix) => `${prefix}:${keyOf(name)}`));
}

/** The keys of the counters of an account, without those per network and per browser; these expire within a day. */
export function accountKeysOf(email: string): string[] {
  return countedAs(email).flatMap((name) =>
    ['signin_account', 'signin_waits'].map((prefix) => `${prefix}:${keyOf(name)}`),
  );
}
