import type { Job } from '@org/identity-core';
import { type IdentityPluginHost, inTransaction, lookOf, Prisma, type Transaction } from '@org/identity-prisma';
import { composeMail, longDate, type Mail, nameInMail, noteInMail } from '@org/identity-ui';
import { LicenseFacts } from './license-facts.js';
import { brandFor, licenseMail, linkToLicenses } from './license-mail.js';
import { languageOfUser, type MailServices, type Recipient } from './recipient.js';
import { openNote } from './sealed-note.js';
import { mailsTexts } from './texts.js';

type MergeServices = MailServices & Pick<IdentityPluginHost, 'db' | 'sendMail' | 'logger'>;

const groupsAtOnce = 100;
/** A mail lists so many changes, and the number of the others. */
const maxLines = 10;
const first = '00000000-0000-0000-0000-000000000000';

interface Group {
  readonly userId: string;
  readonly tenantId: string;
}

/** Mails the changes of licenses that were too many for mails of their own. */
export function mergeMailsJob(services: MergeServices): Job {
  return { name: 'merge-license-mails', everySeconds: 60, run: (signal) => mergeMails(services, signal) };
}

/** Sends one mail to each user with changes in a tenant of which the first was noted an hour ago, and deletes them. */
export async function mergeMails(services: MergeServices, signal?: AbortSignal): Promise<void> {
  let after: Group | undefined = { userId: first, tenantId: first };
  while (after !== undefined) {
    const groups: Group[] = await findDue(services, after);
    for (const group of groups) {
      if (signal?.aborted) return;
      await inTransaction(services.db, (tx) => mailGroup(tx, services, group)).catch((error: unknown) =>
        services.logger.error({ err: error, ...group }, 'could not mail changes of licenses, trying again later'),
      );
    }
    if (groups.length > 0) services.sendMail();
    after = groups.length < groupsAtOnce ? undefined : groups.at(-1);
  }
}

function findDue({ db }: MergeServices, after: Group): Promise<Group[]> {
  return db.$queryRaw<Group[]>`
    SELECT DISTINCT user_id AS "userId", tenant_id AS "tenantId" FROM identity.license_mail_changes
    WHERE created_at <= now() - interval '1 hour' AND (user_id, tenant_id) > (${after.userId}::uuid, ${after.tenantId}::uuid)
    ORDER BY 1, 2 LIMIT ${groupsAtOnce}`;
}

interface Row extends Recipient {
  /** How many changes were noted, and how many of them are told. */
  noted: number;
  told: number;
  id: string | null;
  kind: string;
  facts: unknown;
  note: Uint8Array | null;
}

interface Change {
  readonly facts: LicenseFacts;
  readonly note: string;
}

/** Two processes never mail the same change: the second one finds no row to delete. */
async function mailGroup(tx: Transaction, services: MergeServices, { userId, tenantId }: Group): Promise<void> {
  const rows = await tx.$queryRaw<Row[]>`
    WITH noted AS (
      DELETE FROM identity.license_mail_changes WHERE user_id = ${userId}::uuid AND tenant_id = ${tenantId}::uuid
      RETURNING id, kind, facts, encrypted_note AS note, created_at
    ), told AS (
      SELECT u.email, u.locale, count(*) OVER ()::int AS told, noted.id, kind, facts, note, noted.created_at FROM noted
      JOIN identity.users u ON u.id = ${userId}::uuid AND u.deleted_at IS NULL AND u.disabled_at IS NULL
      LEFT JOIN identity.license_mail_settings settings ON settings.tenant_id = ${tenantId}::uuid
      WHERE kind <> ALL(coalesce(settings.muted, '{}'))
      ORDER BY noted.created_at DESC, noted.id DESC LIMIT ${maxLines}
    )
    SELECT told.*, (SELECT count(*)::int FROM noted) AS noted,
      (SELECT ${Prisma.raw(lookOf('t'))} FROM identity.tenants t WHERE t.id = ${tenantId}::uuid AND t.closing_at IS NULL)
        AS look
    FROM (VALUES (1)) one(number) LEFT JOIN told ON true
    ORDER BY told.created_at DESC, told.id DESC`;
  const [latest] = rows;
  if (!latest || latest.noted === 0) return;
  if (latest.id === null) {
    const { noted: changes } = latest;
    services.logger.info(
      { userId, tenantId, changes },
      'changes of licenses are not mailed: turned off, or no account',
    );
    return;
  }
  const changes = rows.map(({ id, facts, note }) => ({
    facts: LicenseFacts.parse(facts),
    note: note ? openNote(services, id ?? '', note) : '',
  }));
  const { kind, mail } = mergedMail(services, latest, changes);
  await services.mail.add(tx, mail, { kind, priority: 'low' });
}

function mergedMail(services: MailServices, to: Row, changes: readonly Change[]): { kind: string; mail: Mail } {
  const [only, ...others] = changes;
  if (only && others.length === 0)
    return { kind: `license-${to.kind}`, mail: licenseMail(services, to, only.facts, only.note) };
  const language = languageOfUser(to);
  const texts = mailsTexts[language].mails;
  const tenant = nameInMail(only?.facts.tenant ?? '');
  const lines = changes.map(({ facts, note }) => {
    const detail = facts.releasedAt ? longDate(new Date(facts.releasedAt), language) : String(facts.position ?? '');
    const [application, type] = [nameInMail(facts.application), nameInMail(facts.licenseType ?? '')];
    const line = texts.changes.lines[facts.outcome](application, type, detail);
    return note === '' ? line : `${line} ${texts.note(noteInMail(note))}`;
  });
  const more = to.told - lines.length;
  const mail = composeMail({
    email: to.email,
    brand: only ? brandFor(services, to, only.facts) : services.brand,
    language,
    title: texts.changes.title(to.told),
    message: texts.changes.message(tenant),
    lines: more > 0 ? [...lines, texts.changes.more(more)] : lines,
    ...linkToLicenses(services, language),
    after: texts.changes.after(tenant),
  });
  return { kind: 'license-changes', mail };
}
