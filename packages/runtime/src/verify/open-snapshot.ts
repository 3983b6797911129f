import type { StoredData } from '@org/identity-core';
import { commandName, openDatabase } from '@org/identity-prisma';
import type { Secrets } from '../keys/secrets.js';
import { createVault } from '../keys/secrets.js';

export interface SnapshotOptions {
  databaseUrl: string;
  secret: Secrets;
  /** How long one statement may take. */
  statementSeconds: number;
}

const pageSize = 1_000;

/** The stored data at one moment. `attempt` runs work whose failure does not end the snapshot. */
export interface Snapshot extends StoredData {
  attempt<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Runs `work` with one connection in a read-only transaction. All of its statements see the same moment. */
export async function withSnapshot<Result>(
  { databaseUrl, secret, statementSeconds }: SnapshotOptions,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const { pool, close } = openDatabase({ databaseUrl, poolSize: 1, applicationName: commandName });
  try {
    const client = await pool.connect();
    const query = async <Row extends object>(sql: string) => (await client.query<Row>(sql)).rows;
    try {
      await query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      // Between two statements, rows are decrypted. More memory than a server's connection has lets PostgreSQL join in memory.
      await query(`SET LOCAL statement_timeout = '${Math.trunc(statementSeconds)}s';
        SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL work_mem = '64MB'`);
      return await work({
        vault: createVault(secret),
        rows: query,
        pages: (sql) => pagesOf(query, sql),
        attempt: (step) => attempt(query, step),
      });
    } finally {
      await query('ROLLBACK').catch(() => undefined);
      client.release();
    }
  } finally {
    await close();
  }
}

type Query = <Row extends object>(sql: string) => Promise<Row[]>;

async function* pagesOf<Row extends object>(query: Query, sql: string): AsyncGenerator<readonly Row[]> {
  await query(`DECLARE every_row NO SCROLL CURSOR FOR ${sql}`);
  for (;;) {
    const page = await query<Row>(`FETCH ${pageSize} FROM every_row`);
    if (page.length > 0) yield page;
    if (page.length < pageSize) break;
  }
  await query('CLOSE every_row');
}

async function attempt<Result>(query: Query, work: () => Promise<Result>): Promise<Result> {
  await query('SAVEPOINT attempt');
  try {
    return await work();
  } finally {
    // Also after a success: it ends a cursor that was left open, and the statements have changed nothing.
    await query('ROLLBACK TO SAVEPOINT attempt');
  }
}
