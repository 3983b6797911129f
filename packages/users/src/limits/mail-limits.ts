import { networkOf } from '@org/identity-core';
import { createCounter, keyOf } from '@org/identity-prisma';
import type { Pool } from 'pg';
import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

export interface MailLimits {
  /** Mails of one kind to one recipient in an hour: enough if one is lost, too few to flood a mailbox. */
  mailsPerRecipient: number;
  /** Mails that one network can request in an hour. Many users of an office share one IP. */
  mailsPerAddress: number;
}

export const defaultMailLimits: MailLimits = { mailsPerRecipient: 3, mailsPerAddress: 100 };

export interface MailLimiter {
  /** Counts a requested mail, whether or not the email has an account. */
  allows(mail: {
    kind: 'reset' | 'verification' | 'proof' | 'registration';
    recipient: string;
    ip: string;
  }): Promise<boolean>;
}

const hour = 60 * 60;

/** Limits the mails that can be requested without a sign-in. */
export function createMailLimiter(pool: Pool, limits: MailLimits = defaultMailLimits): MailLimiter {
  const perRecipient = createCounter(pool, 'mail_recipient', limits.mailsPerRecipient, hour);
  const perNetwork = createCounter(pool, 'mail_address', limits.mailsPerAddress, hour);
  return {
    async allows({ kind, recipient, ip }) {
      // In this order: a network over its limit must not use up the mails of the recipient.
      return (await count(perNetwork, keyOf(networkOf(ip)))) && (await count(perRecipient, keyOf(kind, recipient)));
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
