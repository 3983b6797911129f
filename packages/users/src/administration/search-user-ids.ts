import { beginsWith, type Database, Prisma, type UserStatus, wordPrefix } from '@org/identity-prisma';

/** The maximum of users that a search finds. More letters find fewer users. */
export const maxMatches = 1000;

export interface UserSearch {
  search: string;
  statuses: readonly UserStatus[];
  /** Keeps only active users without a second factor of those that were found. */
  lacksSecondFactor: boolean;
  skip: number;
  limit: number;
}

/**
 * The ids of users with a word of a name or of an email that begins with the text, in alphabetical order of that word.
 * Reads one range of an index for each status, and no more than `maxMatches` of each.
 */
export async function searchUserIds(db: Database, { search, statuses, lacksSecondFactor, skip, limit }: UserSearch) {
  const prefix = wordPrefix(search);
  const branches = statuses.map((status) => Prisma.sql`(${branchOf(status, prefix)} LIMIT ${maxMatches})`);
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT user_id AS id
    FROM (SELECT * FROM (${Prisma.join(branches, ' UNION ALL ')}) every
          WHERE ${prefix} <> '' ORDER BY word, user_id LIMIT ${maxMatches}) found
    WHERE NOT ${lacksSecondFactor}::boolean OR EXISTS (
      SELECT FROM identity.users
      WHERE id = user_id AND NOT mfa_enabled AND disabled_at IS NULL AND deleted_at IS NULL)
    ORDER BY word, user_id`;
  return { ids: rows.slice(skip, skip + limit).map(({ id }) => id), total: rows.length };
}

// A user may have several words that begin alike: only the first of them counts.
function branchOf(status: UserStatus, prefix: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT word, user_id FROM identity.user_words w
    WHERE status = CAST(${status}::text AS identity.user_status) AND ${beginsWith(Prisma.sql`word`, prefix)}
      AND word = (SELECT o.word FROM identity.user_words o
                  WHERE o.user_id = w.user_id AND o.word >= ${prefix} ORDER BY o.word LIMIT 1)
    ORDER BY word, user_id`;
}
