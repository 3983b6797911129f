import { rateLimited, wideNetworkOf } from '@org/identity-core';
import { countWithin, createCounter, keyOf, type Transaction } from '@org/identity-prisma';
import type { Pool } from 'pg';
import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

export interface MailLimits {
  /**
   * Mails of one kind to one recipient in an hour that one network can request: enough if one is lost, and the mails that
   * strangers request elsewhere do not use them up.
   */
  mailsPerRecipientAndAddress: number;
  /**
   * Mails of one kind to one recipient in an hour that all networks together can request: too few to flood a mailbox. Those
   * that are requested in a browser in which the recipient has signed in before are neither limited by it nor counted.
   */
  mailsPerRecipient: number;
  /** Mails that one network can request in an hour. Many users of an office share one IP. */
  mailsPerAddress: number;
  /**
   * Sign-in codes in an hour to emails without an account, for all networks together: new addresses can be any, so the limits
   * above do not stop a botnet from mailing to strangers. Users with an account are not affected.
   */
  codesToNewEmails: number;
}

export const defaultMailLimits: MailLimits = {
  mailsPerRecipientAndAddress: 3,
  mailsPerRecipient: 10,
  mailsPerAddress: 100,
  codesToNewEmails: 1000,
};

interface LimitedMail {
  kind: 'reset' | 'verification' | 'proof' | 'registration' | 'code';
  recipient: string;
}

export interface MailLimiter {
  /**
   * Counts a requested mail, whether or not the email has an account. For a browser that is known to the recipient's account,
   * only the limit of the network applies: what others request does not keep the owner from getting a mail.
   */
  allows(mail: LimitedMail & { ip: string; isKnown?: boolean }): Promise<boolean>;
  /**
   * Counts a mail that an operator requests for a user, in the transaction that adds it, apart from those that anybody can
   * request. Throws RATE_LIMITED if there were too many.
   */
  count(tx: Transaction, mail: LimitedMail): Promise<void>;
  /** Counts a code, in the transaction that adds its mail: false if there were too many to new emails. */
  allowsCode(tx: Transaction, code: { recipient: string; isNew: boolean }): Promise<boolean>;
}

const hour = 60 * 60;

/** Limits the mails that can be requested without a sign-in. */
export function createMailLimiter(pool: Pool, limits: MailLimits = defaultMailLimits): MailLimiter {
  const perRecipient = createCounter(pool, 'mail_recipient', limits.mailsPerRecipient, hour);
  const perPair = createCounter(pool, 'mail_recipient_address', limits.mailsPerRecipientAndAddress, hour);
  const perNetwork = createCounter(pool, 'mail_address', limits.mailsPerAddress, hour);
  return {
    async allows({ kind, recipient, ip, isKnown = false }) {
      const network = wideNetworkOf(ip);
      // In this order: a network over its limit must not use up the mails of the recipient.
      if (!(await count(perNetwork, keyOf(network)))) return false;
      if (isKnown) return true;
      return (
        (await count(perPair, keyOf(kind, recipient, network))) && (await count(perRecipient, keyOf(kind, recipient)))
      );
    },
    async count(tx, { kind, recipient }) {
      const key = `mail_by_operator:${keyOf(kind, recipient)}`;
      const wait = await countWithin(tx, [{ key, max: limits.mailsPerRecipientAndAddress, seconds: hour }]);
      if (wait !== undefined) throw rateLimited(wait);
    },
    async allowsCode(tx, { recipient, isNew }) {
      // The same statement for both, so that its time does not tell them apart.
      const key = isNew ? 'mail_code_new' : `mail_code:${keyOf(recipient)}`;
      const max = isNew ? limits.codesToNewEmails : Number.POSITIVE_INFINITY;
      return (await countWithin(tx, [{ key, max, seconds: hour }])) === undefined;
    },
  };
}

async function count(counter: RateLimiterPostgres, key: string): Promise<boolean> {
  try {
    await counter.consume(key);
    return true;
  } catch (rejected) {
    if (!(rejected instanceof RateLimiterRes)) throw rejected;
    return false;
  }
}
