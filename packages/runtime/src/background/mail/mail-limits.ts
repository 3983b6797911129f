import { type CausedMailLimits, type MailLimiter, rateLimited } from '@org/identity-core';
import { countWithin, keyOf, type Limit, type Transaction } from '@org/identity-prisma';

const hour = 60 * 60;
const day = 24 * hour;

/** Limits the mail that users can make the service send to others. */
export function createMailLimits(limits: CausedMailLimits): MailLimiter<Transaction> {
  return {
    max: limits,
    async count(tx, { kind, recipient, senderId, tenantId }) {
      const limit = (name: string, of: string[], max: number, seconds: number): Limit => ({
        key: `${name}:${keyOf(...of)}`,
        max,
        seconds,
      });
      // Each kind counts separately: an attacker who causes many invitations must not block the confirmation mails.
      const to = [kind, recipient];
      const wait = await countWithin(tx, [
        limit('caused_mail_to_hour', to, limits.recipientPerHour, hour),
        limit('caused_mail_to_day', to, limits.recipientPerDay, day),
        ...(senderId === null
          ? []
          : [
              limit('caused_mail_by_hour', [senderId], limits.senderPerHour, hour),
              limit('caused_mail_by_day', [senderId], limits.senderPerDay, day),
            ]),
        ...(tenantId === undefined ? [] : [limit('caused_mail_of_day', [tenantId], limits.tenantPerDay, day)]),
      ]);
      if (wait !== undefined) throw rateLimited(wait);
    },
  };
}
