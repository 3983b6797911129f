import { type Statement, statement } from './statement.js';

/** A statement that does the same for many askers at a time: `place` says whose row it returns. */
export interface SharedStatement {
  readonly statement: Statement;
  /** How many values an asker names. */
  readonly width: number;
}

/** Declares a look-up of at most one row. The text is that for one asker, with `$1`, `$2`, … of the types that are named. */
export function lookUp(name: string, types: readonly string[], text: string): SharedStatement {
  const one = text.replaceAll(/\$(\d+)/gu, 'asked.v$1');
  return shared(name, types, `SELECT asked.place::int AS place, found.* FROM asked, LATERAL (${one} LIMIT 1) found`);
}

/**
 * Declares a statement for all who ask: their values are the rows `v1`, `v2`, … of `asked`. It must not wait for anybody's
 * lock, for then all would wait with the one whose row it is.
 */
export function shared(name: string, types: readonly string[], text: string): SharedStatement {
  // As a subquery, whose length is nobody's guess: PostgreSQL would plan anew for every length that it can see.
  const lists = types.map((type, index) => `(SELECT $${index + 1}::${type}[])`).join(', ');
  const values = types.map((_, index) => `v${index + 1}`).join(', ');
  const asked = `SELECT * FROM unnest(${lists}) WITH ORDINALITY AS asked(${values}, place)`;
  return { statement: statement(name, `WITH asked AS (${asked}) ${text}`), width: types.length };
}
