import { type Statement, statement } from './statement.js';

/** A statement that serves many waiters at once. Its rows name the waiter by `line`, which counts from 1. */
export interface BatchStatement {
  readonly statement: Statement;
  /** The number of values that each waiter passes. */
  readonly width: number;
  readonly gathering: Gathering;
}

/** When waiters gather for the next batch instead of being sent at once. The busier the server, the larger the batches. */
export interface Gathering {
  /** Waiters gather while this number of batches of the statement is in flight. */
  readonly maxInFlight: number;
  /** The longest time that they gather: a batch in flight may be slow. */
  readonly maxWaitMilliseconds: number;
}

const reads: Gathering = { maxInFlight: 2, maxWaitMilliseconds: 2 };
/** For statements that write. A commit waits for the disk, so larger batches cost little time and save commits. */
export const writes: Gathering = { maxInFlight: 1, maxWaitMilliseconds: 8 };

/** Declares a look-up of at most one row. The text is for one waiter, with `$1`, `$2`, … of the given types. */
export function lookUp(name: string, types: readonly string[], text: string): BatchStatement {
  const one = text.replaceAll(/\$(\d+)/gu, 'batch.v$1');
  return batchStatement(
    name,
    types,
    `SELECT batch.line::int AS line, found.* FROM batch, LATERAL (${one} LIMIT 1) found`,
  );
}

/**
 * Declares a statement for a whole batch: the values of the waiters are the rows of `batch(v1, v2, …, line)`. It must
 * never wait for a lock, because all waiters of the batch would then wait with it.
 */
export function batchStatement(
  name: string,
  types: readonly string[],
  text: string,
  gathering = reads,
): BatchStatement {
  // Each list is a subquery, so that PostgreSQL cannot see its length: it would make a new plan for each length.
  const lists = types.map((type, index) => `(SELECT $${index + 1}::${type}[])`).join(', ');
  const values = types.map((_, index) => `v${index + 1}`).join(', ');
  const batch = `SELECT * FROM unnest(${lists}) WITH ORDINALITY AS batch(${values}, line)`;
  return { statement: statement(name, `WITH batch AS (${batch}) ${text}`), width: types.length, gathering };
}
