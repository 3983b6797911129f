import { isStorableText } from '@org/identity-core';
import { Prisma } from './generated/client.js';

/** As many characters as a row of `member_words` or `user_words` has. */
const maxCharacters = 64;

/** The text of a search in the form of the stored words. It is empty if no word can begin with it. */
export function wordPrefix(search: string): Prisma.Sql {
  // Cut before it is normalized, so that a long text costs little. PostgreSQL computes it once, when it plans the query.
  const start = isStorableText(search) ? [...search.trim()].slice(0, maxCharacters).join('') : '';
  return Prisma.sql`left(identity.search_text(${start}::text), ${maxCharacters})`;
}

/** The condition for a word that begins with a prefix: one range of an index, because words have the collation "C". */
export function beginsWith(word: Prisma.Sql, prefix: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`${word} >= ${prefix} AND ${word} < ${prefix} || U&'\\+10FFFF'`;
}

/** The filter for a text that contains the search, whatever its case. `%`, `_` and `\\` are plain characters in a search. */
export function containing(search: string): { contains: string; mode: 'insensitive' } {
  return { contains: search.replaceAll(/[\\%_]/gu, '\\$&'), mode: 'insensitive' };
}
