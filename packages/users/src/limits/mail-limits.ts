import { networkOf } from '@org/identity-core';
import { createCounter, keyOf } from '@org/identity-prisma';
import type { Pool } from 'pg';
import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

export interface MailLimits {
  /** Mails of one kind to one recipient in an hour: enough for a lost one, too few to flood a mailbox. */
  mailsPerRecipient: number;
  /** Mails that one IP address can ask for in an hour: an office has one address. */
  mailsPerAddress: number;
}

export const defaultMailLimits: MailLimits = { mailsPerRecipient: 3, mailsPerAddress: 100 };

export interface MailLimiter {
  /** Counts a mail that somebody asks for; whether there is an account with that address makes no difference. */
  allows(mail: {
    kind: 'reset' | 'verification' | 'proof' | 'registration';
    recipient: string;
    ip: string;
  }): Promise<boolean>;
}

const hour = 60 * 60;

/** Limits the mails that anybody can have sent to anybody. */
export function createMailLimiter(pool: Pool, limits: MailLimits = defaultMailLimits): MailLimiter {
  const perRecipient = createCounter(pool, 'mail_recipient', limits.mailsPerRecipient, hour);
  const perAddress = createCounter(pool, 'mail_address', limits.mailsPerAddress, hour);
  return {
    async allows({ kind, recipient, ip }) {
      // In this order: somebody over their own limit must not use up the recipient's.
      return (await count(perAddress, keyOf(networkOf(ip)))) && (await count(perRecipient, keyOf(kind, recipient)));
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
