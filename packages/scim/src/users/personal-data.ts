import type { PersonalData } from '@org/identity-core';
import { Prisma, pageSize, pagesOf, type Transaction } from '@org/identity-prisma';
import { keyOf } from '../protocol/text-values.js';
import type { ScimServices } from '../services.js';

/** What directories have sent about a user. */
export function directoryData({ db }: Pick<ScimServices, 'db'>): PersonalData<Transaction> {
  return {
    models: ['DirectoryUser', 'DirectoryAccount', 'DirectoryMember', 'DirectoryLogEntry'],
    async collect(userId) {
      const directory = { select: { name: true, tenantId: true } };
      const managedBy = await db.directoryMember.findMany({
        where: { userId },
        orderBy: { directoryId: 'asc' },
        select: { adoptedAt: true, createdAt: true, directory },
      });
      const names = await namesOf(db, userId);
      // A user who has not verified an email learns nothing about it.
      const { emailVerified } = await db.user.findUniqueOrThrow({ where: { id: userId } });
      const log = logOf(db, emailVerified ? names : { ...names, emails: [] });
      return { users: await usersOf(db, userId), managedBy, log };
    },
    async erase(tx, userId) {
      const names = await namesOf(tx, userId);
      await eraseLog(tx, names);
      await tx.directoryUser.deleteMany({ where: { userId } });
      // Somebody has sent the email, and it was never linked to the account.
      const { emails } = names;
      const named = [{ emailKeys: { hasSome: emails } }, { userNameKey: { in: emails } }];
      await tx.directoryUser.deleteMany({ where: { userId: null, OR: named } });
      await tx.directoryAccount.deleteMany({ where: { userId } });
    },
  };
}

/** What an entry of the log can know a user by. */
interface Names {
  readonly userId: string;
  readonly resourceIds: string[];
  /** In lower case. */
  readonly emails: string[];
}

async function namesOf(tx: Transaction, userId: string): Promise<Names> {
  const { email, normalizedEmail } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  const resources = await tx.directoryUser.findMany({ where: { userId }, select: { id: true } });
  const emails = [...new Set([keyOf(email), keyOf(normalizedEmail)])];
  return { userId, emails, resourceIds: resources.map(({ id }) => id) };
}

/** The entries about a user. Refused requests name only an email. Each part is found by an index. */
const entriesAbout = ({ userId, resourceIds, emails }: Names) => Prisma.sql`
  SELECT id FROM identity.directory_log WHERE user_id = ${userId}::uuid
  UNION SELECT id FROM identity.directory_log WHERE resource_id = ANY(${resourceIds}::uuid[])
  UNION SELECT id FROM identity.directory_log WHERE lower(subject) = ANY(${emails}::text[])`;

interface LogRow {
  readonly id: string;
}

const nil = '00000000-0000-0000-0000-000000000000';

function logOf(db: Transaction, names: Names) {
  return pagesOf(
    (after: LogRow | undefined) => db.$queryRaw<LogRow[]>`
      SELECT e.id, e.at, d.name AS directory, d.tenant_id AS "tenantId", e.method, e.resource, e.subject, e.attributes,
             e.ignored, e.result::text AS result, e.outcomes, e.detail
      FROM identity.directory_log e JOIN identity.directories d ON d.id = e.directory_id
      WHERE e.id IN (${entriesAbout(names)}) AND e.id > ${after?.id ?? nil}::uuid ORDER BY e.id LIMIT ${pageSize}`,
  );
}

// Marks such as quotes and slashes can be part of an email as well, but they mostly stand around it.
const emailCharacter = '[[:alnum:]_.%+-]';
/** A full stop after an email ends the sentence, unless the domain goes on. */
const domainGoesOn = String.raw`\.*[[:alnum:]_-]`;

/** The emails as one pattern. It does not match within a longer email, such as that of maria@ for a@. */
function patternOf(emails: readonly string[]): string {
  const quoted = emails.map((email) => email.replaceAll(/[.*+?^${}()|[\]\\-]/gu, String.raw`\$&`));
  return `(?<!${emailCharacter})(?:${quoted.join('|')})(?!${domainGoesOn})`;
}

/**
 * The entries stay, because they say what a directory does; nothing in them names the user. The reason of a refusal may
 * quote an email that the request was not about, so all refusals of 30 days are read for it. The index by directory and
 * result finds them, without the many other entries.
 */
async function eraseLog(tx: Transaction, names: Names): Promise<void> {
  await tx.$executeRaw`
    UPDATE identity.directory_log SET subject = NULL, detail = NULL, user_id = NULL
    WHERE id IN (${entriesAbout(names)})`;
  await tx.$executeRaw`
    UPDATE identity.directory_log SET detail = NULL
    WHERE directory_id = ANY(ARRAY(SELECT id FROM identity.directories)) AND result = 'REFUSED'
      AND lower(detail) ~ ${patternOf(names.emails)}`;
}

async function usersOf(db: Transaction, userId: string) {
  const users = await db.directoryUser.findMany({
    where: { userId },
    orderBy: { id: 'asc' },
    select: {
      tenantId: true,
      userName: true,
      externalId: true,
      active: true,
      attributes: true,
      heldRequest: true,
      heldAt: true,
      createdAt: true,
      updatedAt: true,
      directory: { select: { name: true } },
    },
  });
  return users.map(({ directory, ...user }) => ({ directory: directory.name, ...user }));
}
