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

/**
 * Whether PostgreSQL refused a prepared statement because a migration has changed the columns of its result since. The
 * SQLSTATE 0A000 has other causes as well, and the message is translated. The name of the routine is the same everywhere.
 */
function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
}

/** Runs a prepared statement. Throws InvalidRequest for input that PostgreSQL cannot store. */
export async function run<Row extends QueryResultRow>(
  on: Pool | PoolClient,
  { name, text }: Statement,
  values: unknown[],
): Promise<{ rows: Row[]; count: number }> {
  try {
    const result = await on.query<Row>({ name, text, values }).catch((error: unknown) => {
      // The refused statement did nothing. Without its name PostgreSQL plans it anew.
      if (on instanceof pg.Pool && isStalePlan(error)) return on.query<Row>({ text, values });
      throw error;
    });
    return { rows: result.rows, count: result.rowCount ?? 0 };
  } catch (error) {
    if (isUnstorable(error)) {
      throw new errors.InvalidRequest('a parameter holds characters that cannot be stored');
    }
    throw error;
  }
}

/** Whether PostgreSQL refused the statement. Returns false if PostgreSQL could not be reached. */
export function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError || error instanceof errors.InvalidRequest;
}

/** Returns the SQLSTATE of a PostgreSQL error, and undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
