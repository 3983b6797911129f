import { isUuid } from '@org/identity-core';
import { type Database, memberWords, Prisma, wordCursor, wordRange } from '@org/identity-prisma';

export interface MemberFilter {
  tenantId: string;
  applicationId: string;
  /** Whether to find those with a seat of the application, or those without one. */
  hasSeat: boolean;
  /** The beginning of a word of a name or of an email. Empty: all members, in the order of joining. */
  search: string;
  /** The `next` of the page before. */
  after?: string | undefined;
  limit: number;
}

export interface FoundMember {
  membershipId: string;
  userId: string;
  email: string;
  displayName: string | null;
}

/**
 * How many members are looked at for one page. If few of them match the filter, the page is short, and `next` continues
 * with the others. So a page never reads all members of a large tenant.
 */
export const maxLookedAt = 1_000;

const roles = ['owner', 'admin', 'member'] as const;
type Row = { lastId: string; lastWord: string; looked: number; word: string } & (
  | (FoundMember & { id: string })
  | { [Column in keyof FoundMember | 'id']: null }
);

/** Active members with or without a seat of an application. `next` is the value to continue with; undefined at the end. */
export async function findActiveMembers(
  db: Database,
  filter: MemberFilter,
): Promise<{ members: FoundMember[]; next: string | undefined }> {
  const { tenantId, applicationId, hasSeat, limit } = filter;
  // Each member's row is looked up by LATERAL: a join could read all memberships or all seats of the tenant.
  const rows = await db.$queryRaw<Row[]>`
    WITH looked AS MATERIALIZED (${activeMembers(filter)})
    SELECT last.id AS "lastId", last.word AS "lastWord", last.looked, found.word, found.id, found.id AS "membershipId",
           found.user_id AS "userId", u.email, u.display_name AS "displayName"
    FROM (
      SELECT word, id, (SELECT count(*)::int FROM looked) AS looked FROM looked ORDER BY word DESC, id DESC LIMIT 1
    ) last
    LEFT JOIN LATERAL (
      SELECT looked.word, looked.id, m.user_id FROM looked
      CROSS JOIN LATERAL (SELECT user_id FROM identity.memberships WHERE id = looked.id LIMIT 1) m
      LEFT JOIN LATERAL (
        SELECT id FROM identity.seats
        WHERE tenant_id = ${tenantId}::uuid AND application_id = ${applicationId}::uuid AND user_id = m.user_id LIMIT 1
      ) s ON true
      WHERE s.id IS NULL = ${!hasSeat} ORDER BY looked.word, looked.id LIMIT ${rowsOf(limit + 1)}
    ) found ON true
    LEFT JOIN LATERAL (SELECT email, display_name FROM identity.users WHERE id = found.user_id LIMIT 1) u ON true
    ORDER BY found.word, found.id`;
  const found = rows.filter((row) => row.id !== null);
  const shown = found.slice(0, limit);
  const [first, last] = [rows[0], shown.at(-1)];
  const isFull = first?.looked === maxLookedAt;
  const continued = isFull && first ? { id: first.lastId, word: first.lastWord } : undefined;
  const end = found.length > limit ? last : continued;
  return {
    members: shown.map(({ membershipId, userId, email, displayName }) => ({
      membershipId,
      userId,
      email,
      displayName,
    })),
    next: end && wordCursor(end),
  };
}

/** Selects the members that one page looks at: their id and the word by which they were found. */
function activeMembers({ tenantId, search, after = '' }: MemberFilter): Prisma.Sql {
  const upTo = Prisma.sql`LIMIT ${rowsOf(maxLookedAt)}`;
  if (search.trim() === '') {
    const from = after.slice(0, 36);
    return Prisma.sql`
      SELECT '' AS word, id FROM identity.memberships WHERE tenant_id = ${tenantId}::uuid AND status = 'ACTIVE'
        ${isUuid(from) ? Prisma.sql`AND id > ${from}::uuid` : Prisma.empty} ORDER BY id ${upTo}`;
  }
  const range = wordRange({ search, after });
  const branches = roles.map(
    (role) => Prisma.sql`(${memberWords({ tenantId, status: 'ACTIVE', role }, range)} ${upTo})`,
  );
  return Prisma.sql`
    SELECT word, id FROM (${Prisma.join(branches, ' UNION ALL ')}) every
    WHERE ${range.prefix} <> '' ORDER BY word, id ${upTo}`;
}

/** As a literal, because the planner does not know the value of a parameter. */
export function rowsOf(limit: number): Prisma.Sql {
  return Prisma.raw(String(Math.trunc(limit)));
}
