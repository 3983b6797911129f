import { noteMail, type Prisma, type Transaction } from '@org/identity-prisma';
import type { LicenseMailKind } from './mail-kinds.js';
import type { MailServices } from './recipient.js';

interface UserMails {
  readonly kind: LicenseMailKind;
  /**
   * CTEs of which the last one is `found(number, id, user_id, sender, tenant_id, email, facts, note)`: a row for each mail, in
   * order. `sender` is the user who causes it, `note` what a manager wrote, sealed.
   */
  readonly found: Prisma.Sql;
}

/** Mails users about their licenses, in one statement for any number. The mails are written after the commit: see `write-mails.ts`. */
export async function mailUsers(
  tx: Transaction,
  services: Pick<MailServices, 'notedMails'>,
  { kind, found }: UserMails,
): Promise<void> {
  const rows = await tx.$queryRaw<{ email: string }[]>`
    WITH ${found}, noted AS (
      INSERT INTO identity.license_mail_changes
        (id, user_id, tenant_id, sender, kind, facts, encrypted_note, at_once, created_at)
      SELECT id, user_id, tenant_id, sender, ${kind}, facts, note, true, statement_timestamp() FROM found ORDER BY number
    )
    SELECT email FROM found ORDER BY number`;
  if (rows.length > 0) services.notedMails.noted();
  for (const { email } of rows) noteMail({ kind: `license-${kind}`, to: email });
}
