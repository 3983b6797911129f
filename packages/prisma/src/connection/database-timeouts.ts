import type { ClientBase } from 'pg';
import type { Database, Transaction } from '../database.js';
import { internalsOf } from './pg-internals.js';

/** How long the database may keep a request waiting, in milliseconds. */
export interface DatabaseTimeouts {
  /** For a connection of the pool. */
  readonly connection: number;
  /** For a lock that another transaction holds: PostgreSQL's `lock_timeout`. */
  readonly lock: number;
  /** For one statement: PostgreSQL's `statement_timeout`. */
  readonly statement: number;
  /** Between two statements of a transaction: PostgreSQL's `idle_in_transaction_session_timeout`. */
  readonly idleInTransaction: number;
}

/** For a server, whose callers wait. */
export const serverTimeouts: DatabaseTimeouts = {
  connection: 2_000,
  lock: 1_500,
  statement: 10_000,
  idleInTransaction: 10_000,
};

/** For commands and scripts, which can wait. */
export const commandTimeouts: DatabaseTimeouts = {
  connection: 10_000,
  lock: 30_000,
  statement: 60_000,
  idleInTransaction: 60_000,
};

type Setting = readonly [name: string, milliseconds: number];

const settingsOf = ({ lock, statement, idleInTransaction }: DatabaseTimeouts): readonly Setting[] => [
  ['lock_timeout', lock],
  ['statement_timeout', statement],
  ['idle_in_transaction_session_timeout', idleInTransaction],
];

/**
 * Sets the timeouts of a new connection. Returns false if a pooler is in between, and sets nothing: behind PgBouncer the
 * next statement may run on another connection, and this one may serve another application.
 */
export async function setTimeouts(client: ClientBase, timeouts: DatabaseTimeouts): Promise<boolean> {
  const settings = settingsOf(timeouts).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  const { rows } = await client.query<{ direct: string | null }>(
    `SELECT CASE WHEN pg_backend_pid() = ${Number(internalsOf(client).processID)}
       THEN concat_ws(' ', ${settings.join(', ')}) END AS direct`,
  );
  return rows[0]?.direct !== null;
}

/** Starts a transaction with the timeouts in it, for connections that cannot keep them. */
export function beginWithTimeouts(timeouts: DatabaseTimeouts): string {
  return ['BEGIN', ...settingsOf(timeouts).map(([name, value]) => `SET LOCAL ${name} = ${value}`)].join('; ');
}

/** Runs a transaction that is known to take long, such as the deletion of a tenant: its statements may take as long as it may. */
export function longTransaction<Result>(
  db: Database,
  work: (tx: Transaction) => Promise<Result>,
  { timeout, lockTimeout, maxWait }: { timeout: number; lockTimeout?: number; maxWait?: number },
): Promise<Result> {
  const longer = async (tx: Transaction) => {
    // `true`: until the transaction ends. Null leaves the lock timeout as it is.
    await tx.$executeRaw`
      SELECT set_config('statement_timeout', ${String(timeout)}, true),
        set_config('idle_in_transaction_session_timeout', ${String(timeout)}, true),
        CASE WHEN ${lockTimeout ?? null}::int IS NOT NULL
          THEN set_config('lock_timeout', ${String(lockTimeout ?? 0)}, true) END`;
    return work(tx);
  };
  return db.$transaction(longer, { timeout, ...(maxWait === undefined ? {} : { maxWait }) });
}
