import { createHash } from 'node:crypto';
import pg, { type Pool, type PoolClient, type QueryResultRow } from 'pg';
import { errors } from '../oidc-provider.js';

/** A prepared statement: its name makes PostgreSQL parse and plan it once per connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const declared = new Map<string, Statement>();

/** Declares a prepared statement; the name carries a hash of the text, so an upgrade never meets an old plan. */
export function statement(name: string, text: string): Statement {
  const made = { name: `${name}_${createHash('sha256').update(text).digest('hex').slice(0, 8)}`, text };
  declared.set(made.name, made);
  return made;
}

/** Every statement that the loaded packages declare, for a test that holds them to the schema. */
export function declaredStatements(): readonly Statement[] {
  return [...declared.values()];
}

// PostgreSQL cannot store U+0000 (22021 in text, 22P05 in jsonb), and no lone surrogates in jsonb: its parser reports
// those as a syntax error (22P02). JSON.stringify writes no other syntax errors. A malformed UUID is 22P02, too.
function isUnstorable(error: unknown): boolean {
  const state = sqlState(error);
  if (state === '22021' || state === '22P05') return true;
  return state === '22P02' && error instanceof pg.DatabaseError && error.routine?.startsWith('json_') === true;
}

/** Runs a prepared statement. Input that PostgreSQL cannot store is an invalid request, not a failure of the server. */
export async function run<Row extends QueryResultRow>(
  on: Pool | PoolClient,
  { name, text }: Statement,
  values: unknown[],
): Promise<{ rows: Row[]; count: number }> {
  try {
    const result = await on.query<Row>({ name, text, values });
    return { rows: result.rows, count: result.rowCount ?? 0 };
  } catch (error) {
    if (isUnstorable(error)) {
      throw new errors.InvalidRequest('a parameter holds characters that cannot be stored');
    }
    throw error;
  }
}

/** Whether PostgreSQL refused the statement; false if it could not be reached. */
export function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError || error instanceof errors.InvalidRequest;
}

/** The SQLSTATE of a PostgreSQL error, if it is one. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
