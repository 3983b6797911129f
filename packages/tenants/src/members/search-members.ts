import { isStorableText, isUuid, type Principal, type Role } from '@org/identity-core';
import { beginsWith, type Database, type MembershipStatus, Prisma, wordPrefix } from '@org/identity-prisma';
import { requireRight } from '../access/rights.js';
import { type MemberRow, memberColumns, memberJoins, memberOf, shownStatuses } from './member-rows.js';

export interface SearchQuery {
  /** The beginning of a word of a name or of an email; more words must follow each other. Case and accents do not matter. */
  search: string;
  status?: MembershipStatus | undefined;
  role?: Role | undefined;
  limit: number;
  /** The `next` of the page before. */
  after?: string | undefined;
}

interface Found extends MemberRow {
  word: string;
}

const roles = ['owner', 'admin', 'member'] as const;

/**
 * Members of a tenant by the beginning of a name or an email, in alphabetical order of what was found. There is no total,
 * because counting all matches would read them. `next` is the value to continue with; undefined on the last page.
 */
export async function searchMembers(
  db: Database,
  input: { tenantId: string; principal: Principal; query: SearchQuery },
) {
  const { tenantId, principal, query } = input;
  const { status, role, limit } = query;
  const access = await requireRight(db, tenantId, principal, 'list members');
  const range = rangeOf(query);
  const branches = shownStatuses(status, access.has('manage invitations')).flatMap((each) =>
    (role ? [role] : roles).map((of) => Prisma.sql`(${branchOf(each, of, { tenantId, ...range })} LIMIT ${limit + 1})`),
  );
  if (branches.length === 0) return { members: [], next: undefined };
  const rows = await db.$queryRaw<Found[]>`
    SELECT listed.word, ${memberColumns}
    FROM (SELECT * FROM (${Prisma.join(branches, ' UNION ALL ')}) every
          WHERE ${range.prefix} <> '' ORDER BY word, id LIMIT ${limit + 1}) listed
    ${memberJoins} ORDER BY listed.word, listed.id`;
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { members: shown.map(memberOf), next: last && `${last.id}${Buffer.from(last.word).toString('base64url')}` };
}

interface Range {
  readonly prefix: Prisma.Sql;
  /** What a word has to be: it begins with the prefix and comes after the page before. */
  within(word: Prisma.Sql, id: Prisma.Sql): Prisma.Sql;
}

function rangeOf({ search, after = '' }: SearchQuery): Range {
  const prefix = wordPrefix(search);
  const [id, word] = [after.slice(0, 36), Buffer.from(after.slice(36), 'base64url').toString()];
  const continues = isUuid(id) && isStorableText(word);
  return {
    prefix,
    within: (column, idColumn) => Prisma.sql`
      ${beginsWith(column, prefix)}
      ${continues ? Prisma.sql`AND (${column}, ${idColumn}) > (${word}::text, ${id}::uuid)` : Prisma.empty}`,
  };
}

function branchOf(status: MembershipStatus, role: Role, { tenantId, prefix, within }: Range & { tenantId: string }) {
  const ofRole = Prisma.sql`AND role = CAST(${role}::text AS identity.role)`;
  if (status === 'INVITED') {
    // Pending invitations are few, so they are read and compared.
    return Prisma.sql`
      SELECT word, id, 'INVITED'::text AS status FROM (
        SELECT min(word) AS word, id FROM (
          SELECT id, email FROM identity.invitations
          WHERE tenant_id = ${tenantId}::uuid AND status = 'PENDING' AND expires_at > now() ${ofRole} OFFSET 0) pending,
          identity.member_words_of(NULL, NULL, NULL, email) word
        WHERE starts_with(word, ${prefix}) GROUP BY id) found
      WHERE ${within(Prisma.sql`word`, Prisma.sql`id`)} ORDER BY word, id`;
  }
  // A member may have several words that begin alike: only the first of them counts. It is looked up for each row, because
  // a join could read all words of the tenant.
  return Prisma.sql`
    SELECT word, membership_id AS id, ${status}::text AS status FROM identity.member_words w
    WHERE tenant_id = ${tenantId}::uuid AND status = CAST(${status}::text AS identity.membership_status) ${ofRole}
      AND ${within(Prisma.sql`word`, Prisma.sql`membership_id`)}
      AND word = (SELECT o.word FROM identity.member_words o
                  WHERE o.membership_id = w.membership_id AND o.word >= ${prefix} ORDER BY o.word LIMIT 1)
    ORDER BY word, membership_id`;
}
