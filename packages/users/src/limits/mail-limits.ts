import { rateLimited, wideNetworkOf } from '@org/identity-core';
import { countWithin, createCounter, keyOf, type Transaction } from '@org/identity-prisma';
import type { Pool } from 'pg';
import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

export interface MailLimits {
  /** Mails of one kind to one recipient in an hour: enough if one is lost, too few to flood a mailbox. */
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
  mailsPerRecipient: 3,
  mailsPerAddress: 100,
  codesToNewEmails: 1000,
};

interface LimitedMail {
  kind: 'reset' | 'verification' | 'proof' | 'registration' | 'code';
  recipient: string;
}

export interface MailLimiter {
  /** Counts a requested mail, whether or not the email has an account. */
  allows(mail: LimitedMail & { ip: string }): Promise<boolean>;
  /**
   * Counts a mail that an operator requests for a user, in the transaction that adds it. Only the limit of the recipient
   * applies, the same one as above. Throws RATE_LIMITED if there were too many.
   */
  count(tx: Transaction, mail: LimitedMail): Promise<void>;
  /** Counts a code, in the transaction that adds its mail: false if there were too many to new emails. */
  allowsCode(tx: Transaction, code: { recipient: string; isNew: boolean }): Promise<boolean>;
}

const hour = 60 * 60;

/** Limits the mails that can be requested without a sign-in. */
export function createMailLimiter(pool: Pool, limits: MailLimits = defaultMailLimits): MailLimiter {
  const ofRecipients = 'mail_recipient';
  const perRecipient = createCounter(pool, ofRecipients, limits.mailsPerRecipient, hour);
  const perNetwork = createCounter(pool, 'mail_address', limits.mailsPerAddress, hour);
  return {
    async allows({ kind, recipient, ip }) {
      // In this order: a network over its limit must not use up the mails of the recipient.
      const network = keyOf(wideNetworkOf(ip));
      return (await count(perNetwork, network)) && (await count(perRecipient, keyOf(kind, recipient)));
    },
    async count(tx, { kind, recipient }) {
      const key = `${ofRecipients}:${keyOf(kind, recipient)}`;
      const wait = await countWithin(tx, [{ key, max: limits.mailsPerRecipient, seconds: hour }]);
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
