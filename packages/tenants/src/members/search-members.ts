import type { Principal, Role } from '@org/identity-core';
import {
  type Database,
  type MembershipStatus,
  memberWords,
  Prisma,
  type WordRange,
  wordCursor,
  wordRange,
} from '@org/identity-prisma';
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
  const range = wordRange(query);
  const branches = shownStatuses(status, access.has('manage invitations')).flatMap((each) =>
    (role ? [role] : roles).map((of) => Prisma.sql`(${branchOf(each, of, { tenantId, range })} LIMIT ${limit + 1})`),
  );
  if (branches.length === 0) return { members: [], next: undefined };
  const rows = await db.$queryRaw<Found[]>`
    SELECT listed.word, ${memberColumns}
    FROM (SELECT * FROM (${Prisma.join(branches, ' UNION ALL ')}) every
          WHERE ${range.prefix} <> '' ORDER BY word, id LIMIT ${limit + 1}) listed
    ${memberJoins} ORDER BY listed.word, listed.id`;
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { members: shown.map(memberOf), next: last && wordCursor(last) };
}

function branchOf(status: MembershipStatus, role: Role, { tenantId, range }: { tenantId: string; range: WordRange }) {
  if (status !== 'INVITED') return memberWords({ tenantId, status, role }, range);
  // Pending invitations are few, so they are read and compared.
  return Prisma.sql`
    SELECT word, id, 'INVITED'::text AS status FROM (
      SELECT min(word) AS word, id FROM (
        SELECT id, email FROM identity.invitations
        WHERE tenant_id = ${tenantId}::uuid AND status = 'PENDING' AND expires_at > now()
          AND role = CAST(${role}::text AS identity.role) OFFSET 0) pending,
        identity.member_words_of(NULL, NULL, NULL, email) word
      WHERE starts_with(word, ${range.prefix}) GROUP BY id) found
    WHERE ${range.within(Prisma.sql`word`, Prisma.sql`id`)} ORDER BY word, id`;
}
