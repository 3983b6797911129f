import { type IdentityPluginHost, lookOf, mailsBeyond, Prisma, run, statement } from '@org/identity-prisma';
import type { Mail } from '@org/identity-ui';
import { LicenseFacts } from './license-facts.js';
import { licenseMail } from './license-mail.js';
import { languageOfUser, type MailServices } from './recipient.js';
import { openNote } from './sealed-note.js';

type WriteServices = MailServices & Pick<IdentityPluginHost, 'pool'>;

const mailsAtOnce = 100;

const read = statement(
  'license_mails_noted',
  `SELECT noted.id, noted.kind, noted.facts, noted.encrypted_note AS note, u.email, u.locale,
     ${lookOf('t')} AS look
   FROM identity.license_mail_changes noted LEFT JOIN identity.users u ON u.id = noted.user_id AND u.deleted_at IS NULL
   LEFT JOIN identity.tenants t ON t.id = noted.tenant_id AND t.closing_at IS NULL
   WHERE noted.at_once ORDER BY noted.created_at, noted.id LIMIT ${mailsAtOnce}`,
);

interface Row {
  id: string;
  kind: string;
  facts: unknown;
  note: Uint8Array | null;
  /** Null if the account is gone. */
  email: string | null;
  locale: string | null;
  look: unknown;
}

/**
 * Writes the mails about licenses that changes have noted, in two statements for a hundred of them. What exceeds the limits
 * of mails stays noted, and so does what follows before it was mailed: a user gets all changes of a tenant in their order. See
 * `merge-mails.ts`.
 */
export function mailWriter(services: WriteServices): (signal?: AbortSignal) => Promise<void> {
  return async (signal) => {
    for (;;) {
      const { rows } = await run<Row>(services.pool, read, []);
      if (rows.length === 0 || signal?.aborted) return;
      await services.notedMails.queue(takenOf(services, rows), written(services, rows));
      if (rows.length < mailsAtOnce) return;
    }
  };
}

function written(services: WriteServices, rows: readonly Row[]) {
  // Mails of one tenant to users of one language differ only in the recipient: each is composed once.
  const composed = new Map<string, Mail>();
  return rows.flatMap(({ id, kind, facts, note, email, locale, look }) => {
    if (email === null) return [];
    const to = { email, locale, look };
    const text = note ? openNote(services, id, note) : '';
    const key = JSON.stringify([languageOfUser(to), facts, text, look]);
    const mail = composed.get(key) ?? licenseMail(services, to, LicenseFacts.parse(facts), text);
    composed.set(key, mail);
    return [{ note: id, kind: `license-${kind}`, mail: { ...mail, to: email } }];
  });
}

/** Takes the notes; only one of two processes gets the same note. Counts their mails, and leaves those beyond a limit. */
function takenOf({ mailLimits }: WriteServices, rows: readonly Row[]) {
  const { text, values } = Prisma.sql`
    batch AS MATERIALIZED (
      SELECT * FROM identity.license_mail_changes
      WHERE id = ANY(${rows.map(({ id }) => id)}::uuid[]) AND at_once FOR UPDATE SKIP LOCKED
    ), found AS (
      SELECT row_number() OVER (ORDER BY created_at, id)::int AS number, id, user_id, sender, tenant_id FROM batch
    ), ${mailsBeyond('license', mailLimits.max)}, later AS (
      UPDATE identity.license_mail_changes noted SET at_once = false FROM batch
      WHERE noted.id = batch.id AND (batch.id IN (SELECT id FROM beyond) OR EXISTS (
        SELECT FROM identity.license_mail_changes earlier
        WHERE earlier.user_id = batch.user_id AND earlier.tenant_id = batch.tenant_id AND NOT earlier.at_once))
      RETURNING noted.id
    ), taken AS (
      DELETE FROM identity.license_mail_changes noted USING batch
      WHERE noted.id = batch.id AND batch.id NOT IN (SELECT id FROM later) RETURNING noted.id
    )`;
  return { name: 'license_mails_written', text, values };
}
