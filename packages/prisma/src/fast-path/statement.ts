import { createHash } from 'node:crypto';
import pg, { type Pool, type PoolClient, type QueryResultRow } from 'pg';
import { isStalePlan } from '../connection/stale-plan.js';
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
    const result = await on.query<Row>({ name, text, values }).catch((error: unknown) => {
      // The refused statement did nothing. Without its name PostgreSQL plans it anew, also behind a pooler. A transaction
      // cannot go on after an error, so a statement on a connection of the caller fails.
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

/** Whether PostgreSQL refused the statement. Returns false if PostgreSQL could not be reached, or stopped meanwhile. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof errors.InvalidRequest ||
    (error instanceof pg.DatabaseError && !/^(?:08|57P)/u.test(error.code ?? ''))
  );
}

/** Returns the SQLSTATE of a PostgreSQL error, and undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** A statement that serves many waiters at once. Its rows name the waiter by `line`, which counts from 1. */
export interface BatchStatement {
  readonly statement: Statement;
  /** The number of values that each waiter passes. */
  readonly width: number;
  readonly gathering: Gathering;
}

/** When waiters gather for the next batch instead of being sent at once. The busier the server, the larger the batches. */
interface Gathering {
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

interface Waiter {
  readonly values: readonly unknown[];
  resolve(row: QueryResultRow | undefined): void;
  reject(error: unknown): void;
}

// In a larger batch the first waiters would wait too long for the last ones.
const maxWaiters = 64;

/** The waiters of the next batch of a statement, and the number of its batches in flight. */
interface Queue {
  waiters: Waiter[];
  inFlight: number;
  timer: NodeJS.Timeout | undefined;
}

const queues = new WeakMap<Pool, Map<BatchStatement, Queue>>();

/**
 * Runs a statement and returns the caller's row, if there is one. Calls in the same iteration of the event loop share one
 * statement, which starts after all of them. An idle server does not wait; a busy one makes few round trips.
 */
export function runBatched<Row extends QueryResultRow>(
  pool: Pool,
  what: BatchStatement,
  values: readonly unknown[],
): Promise<Row | undefined> {
  const queue = queueOf(pool, what);
  return new Promise((resolve, reject) => {
    // The caller knows the columns of the statement it declared.
    queue.waiters.push({ values, resolve: (row) => resolve(row as Row | undefined), reject });
    const send = () => sendBatch(pool, what, queue);
    if (queue.waiters.length === maxWaiters) send();
    else if (queue.waiters.length > 1) return;
    else if (queue.inFlight < what.gathering.maxInFlight) setImmediate(send);
    else queue.timer = setTimeout(send, what.gathering.maxWaitMilliseconds);
  });
}

function queueOf(pool: Pool, what: BatchStatement): Queue {
  const ofPool = queues.get(pool) ?? new Map<BatchStatement, Queue>();
  queues.set(pool, ofPool);
  const queue = ofPool.get(what) ?? { waiters: [], inFlight: 0, timer: undefined };
  ofPool.set(what, queue);
  return queue;
}

function sendBatch(pool: Pool, what: BatchStatement, queue: Queue): void {
  clearTimeout(queue.timer);
  const { waiters } = queue;
  if (waiters.length === 0) return;
  queue.waiters = [];
  queue.inFlight += 1;
  void serve(pool, what, waiters).finally(() => {
    queue.inFlight -= 1;
    sendBatch(pool, what, queue);
  });
}

async function serve(pool: Pool, what: BatchStatement, waiters: readonly Waiter[]): Promise<void> {
  const lists = Array.from({ length: what.width }, (_, index) => waiters.map(({ values }) => values[index]));
  try {
    const { rows } = await run<{ line: number }>(pool, what.statement, lists);
    const found = new Map(rows.map((row) => [row.line, row]));
    for (const [index, { resolve }] of waiters.entries()) resolve(found.get(index + 1));
  } catch (error) {
    // PostgreSQL may have refused the values of one waiter. Each waiter now runs alone, so that only that one fails.
    if (waiters.length > 1 && isRefusal(error)) for (const waiter of waiters) void serve(pool, what, [waiter]);
    else for (const { reject } of waiters) reject(error);
  }
}
