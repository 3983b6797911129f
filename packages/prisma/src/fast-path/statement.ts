import { createHash } from 'node:crypto';
import pg, { type Pool, type PoolClient, type QueryResultRow } from 'pg';
import { errors } from '../oidc-provider.js';

/** A prepared statement. Because of its name, PostgreSQL parses and plans it once per connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const declared = new Map<string, Statement>();

/** Declares a prepared statement. Its name contains a hash of the text, so an upgrade never uses an old plan. */
export function statement(name: string, text: string): Statement {
  const made = { name: `${name}_${createHash('sha256').update(text).digest('hex').slice(0, 8)}`, text };
  declared.set(made.name, made);
  return made;
}

/** Returns every statement that the loaded packages declare, for a test that checks them against the schema. */
export function declaredStatements(): readonly Statement[] {
  return [...declared.values()];
}

// PostgreSQL cannot store U+0000 (22021 in text, 22P05 in jsonb), nor lone surrogates in jsonb: its JSON parser reports
// those as 22P02. JSON.stringify causes no other syntax error. A malformed UUID is also 22P02, from another routine.
function isUnstorable(error: unknown): boolean {
  const state = sqlState(error);
  if (state === '22021' || state === '22P05') return true;
  return state === '22P02' && error instanceof pg.DatabaseError && error.routine?.startsWith('json_') === true;
}

/** Runs a prepared statement. Throws InvalidRequest for input that PostgreSQL cannot store. */
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

/** Whether PostgreSQL refused the statement. Returns false if PostgreSQL could not be reached, or stopped meanwhile. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof errors.InvalidRequest ||
    (error instanceof pg.DatabaseError && !/^(?:08|57P)/u.test(error.code ?? ''))
  );
}

/** Returns the SQLSTATE of a PostgreSQL error, and undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
