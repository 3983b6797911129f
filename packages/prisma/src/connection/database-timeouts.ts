import type { ClientBase } from 'pg';
import { internalsOf } from './pg-client.js';

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

/** For a server: its callers wait for a response. */
export const serverTimeouts: DatabaseTimeouts = {
  connection: 2_000,
  lock: 1_500,
  statement: 10_000,
  idleInTransaction: 10_000,
};

/** For commands and scripts, which can wait longer. */
export const commandTimeouts: DatabaseTimeouts = {
  connection: 10_000,
  lock: 30_000,
  statement: 60_000,
  idleInTransaction: 60_000,
};

type Setting = readonly [name: string, value: number | string];

const settingsOf = ({ lock, statement, idleInTransaction }: DatabaseTimeouts): readonly Setting[] => [
  ['lock_timeout', lock],
  ['statement_timeout', statement],
  ['idle_in_transaction_session_timeout', idleInTransaction],
];

/** A role may have a higher level. Without warnings, a commit that no standby has would look like any other. */
const warnings: Setting = ['client_min_messages', 'warning'];

/** The server that a new connection reaches. */
export interface ConnectedTo {
  /** False behind a pooler such as PgBouncer: two statements may run on two connections, shared with other applications. */
  readonly direct: boolean;
  readonly standby: boolean;
  /** Whether transactions are read-only by default. A primary that an operator made read-only still serves reads. */
  readonly readOnly: boolean;
}

/** Sets the timeouts of a new connection. Behind a pooler it sets nothing. */
export async function setTimeouts(client: ClientBase, timeouts: DatabaseTimeouts): Promise<ConnectedTo> {
  const settings = [...settingsOf(timeouts), warnings].map(
    ([name, value]) => `set_config('${name}', '${value}', false)`,
  );
  const { rows } = await client.query<{ set: string | null; standby: boolean; readonly: string }>(
    `SELECT CASE WHEN pg_backend_pid() = ${Number(internalsOf(client).processID)}
       THEN concat_ws(' ', ${settings.join(', ')}) END AS set,
       pg_is_in_recovery() AS standby, current_setting('default_transaction_read_only') AS readonly`,
  );
  const [row] = rows;
  return { direct: row?.set !== null, standby: row?.standby !== false, readOnly: row?.readonly !== 'off' };
}

/** Returns the statements that begin a transaction and set its timeouts, for connections behind a pooler. */
export function beginWithTimeouts(timeouts: DatabaseTimeouts): string {
  const settings = [...settingsOf(timeouts), warnings].map(([name, value]) => `SET LOCAL ${name} = ${value}`);
  return ['BEGIN', ...settings].join('; ');
}
