import { isStorableText, isUuid } from '@org/identity-core';
import { Prisma } from './generated/client.js';
import type { MembershipStatus, Role } from './generated/enums.js';
import { beginsWith, wordPrefix } from './word-search.js';

/** A range of `member_words`: what begins with the searched text and comes after the page before. */
export interface WordRange {
  readonly prefix: Prisma.Sql;
  /** The condition for a word to be in the range. */
  within(word: Prisma.Sql, id: Prisma.Sql): Prisma.Sql;
}

/** The range of a search. `after` is the cursor of the last entry of the page before. */
export function wordRange({ search, after = '' }: { search: string; after?: string | undefined }): WordRange {
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

/** The cursor of an entry. */
export function wordCursor({ id, word }: { readonly id: string; readonly word: string }): string {
  return `${id}${Buffer.from(word).toString('base64url')}`;
}

/** Selects the words in the range of the members with a status and a role, with their ids, in alphabetical order. */
export function memberWords(
  { tenantId, status, role }: { tenantId: string; status: Exclude<MembershipStatus, 'INVITED'>; role: Role },
  { prefix, within }: WordRange,
): Prisma.Sql {
  // A member may have several words that begin alike: only the first of them counts. It is looked up for each row, because
  // a join could read all words of the tenant.
  return Prisma.sql`
    SELECT word, membership_id AS id, ${status}::text AS status FROM identity.member_words w
    WHERE tenant_id = ${tenantId}::uuid AND status = CAST(${status}::text AS identity.membership_status)
      AND role = CAST(${role}::text AS identity.role)
      AND ${within(Prisma.sql`word`, Prisma.sql`membership_id`)}
      AND word = (SELECT o.word FROM identity.member_words o
                  WHERE o.membership_id = w.membership_id AND o.word >= ${prefix} ORDER BY o.word LIMIT 1)
    ORDER BY word, membership_id`;
}
