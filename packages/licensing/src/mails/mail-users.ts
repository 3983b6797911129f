import type { Mail } from '@org/identity-core';
import { mailsBeyond, noteMail, type Prisma, type Transaction } from '@org/identity-prisma';
import type { LicenseFacts } from './license-facts.js';
import { languageOfUser, licenseMail, type MailServices, type Recipient } from './license-mail.js';
import type { LicenseMailKind } from './mail-kinds.js';

interface UserMails {
  readonly kind: LicenseMailKind;
  /**
   * CTEs of which the last one is `found(number, id, user_id, sender, tenant_id, email, locale, facts, note)`: a row for each
   * mail, in order. `sender` is the user who causes it, `note` what was sealed of `plainNote`.
   */
  readonly found: Prisma.Sql;
  /** What a manager wrote, for all of the mails. */
  readonly plainNote?: string | undefined;
}

interface Row extends Recipient {
  facts: LicenseFacts;
  /** Whether it is noted, to be merged with others into one mail. */
  merged: boolean;
}

/**
 * Mails users about their licenses, in two statements for any number. What exceeds the limits of mails is noted, and so is
 * what follows before it was mailed: a user gets all changes of a tenant in their order. See `merge-mails.ts`.
 */
export async function mailUsers(
  tx: Transaction,
  services: MailServices,
  { kind, found, plainNote }: UserMails,
): Promise<void> {
  const rows = await tx.$queryRaw<Row[]>`
    WITH ${found}, ${mailsBeyond('license', services.mailLimits.max)}, merged AS (
      INSERT INTO identity.license_mail_changes (id, user_id, tenant_id, kind, facts, encrypted_note)
      SELECT id, user_id, tenant_id, ${kind}, facts, note FROM found
      WHERE id IN (SELECT id FROM beyond) OR EXISTS (
        SELECT FROM identity.license_mail_changes earlier
        WHERE earlier.user_id = found.user_id AND earlier.tenant_id = found.tenant_id)
      RETURNING id
    )
    SELECT email, locale, facts, id IN (SELECT id FROM merged) AS merged FROM found ORDER BY number`;
  // Mails to users of one language differ only in the recipient: each is composed once.
  const composed = new Map<string, Mail>();
  const mails = rows
    .filter(({ merged }) => !merged)
    .map(({ facts, ...to }) => {
      const key = JSON.stringify([languageOfUser(to), facts]);
      const mail = composed.get(key) ?? licenseMail(services, to, facts, plainNote);
      composed.set(key, mail);
      return { ...mail, to: to.email };
    });
  await services.mail.add(tx, mails, { kind: `license-${kind}`, priority: 'low' });
  // A rehearsal names these mails as well: they are sent, only later.
  for (const { email, merged } of rows) if (merged) noteMail({ kind: `license-${kind}`, to: email });
}
