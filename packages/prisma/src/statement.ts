import { createHash } from 'node:crypto';
import { errors } from 'oidc-provider';
import type { Pool, PoolClient, QueryResultRow } from 'pg';

/** A prepared statement: its name makes PostgreSQL parse and plan it once per connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Declares a prepared statement; the name carries a hash of the text, so an upgrade never meets an old plan. */
export function statement(name: string, text: string): Statement {
  return { name: `${name}_${createHash('sha256').update(text).digest('hex').slice(0, 8)}`, text };
}

// PostgreSQL cannot store U+0000 nor lone surrogates: 22021 in text, 22P05 in jsonb.
const unstorable = new Set(['22021', '22P05']);

/** Runs a prepared statement; input that PostgreSQL cannot store is the caller's mistake, not a failure of ours. */
export async function run<Row extends QueryResultRow>(
  on: Pool | PoolClient,
  { name, text }: Statement,
  values: unknown[],
): Promise<{ rows: Row[]; count: number }> {
  try {
    const result = await on.query<Row>({ name, text, values });
    return { rows: result.rows, count: result.rowCount ?? 0 };
  } catch (error) {
    if (unstorable.has(sqlState(error) ?? '')) {
      throw new errors.InvalidRequest('a parameter holds characters that cannot be stored');
    }
    throw error;
  }
}

/** The SQLSTATE of a PostgreSQL error, if it is one. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
