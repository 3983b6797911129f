import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { commandTimeouts, type DatabaseTimeouts } from './connection/database-timeouts.js';
import { sendUnnamed } from './connection/unnamed-statements.js';
import { WatchedPool, type WatchedPoolOptions } from './connection/watched-pool.js';
import type { Database } from './database-types.js';
import { PrismaClient } from './generated/client.js';
import { defaultPoolSize, setTenantLimits } from './locks/tenant-transaction.js';
import { joinTransactions } from './one-transaction.js';

/** The PostgreSQL schema of all tables. */
export const databaseSchema = 'identity';

/** The name of a server's connections in `pg_stat_activity`, unless its database URL has an `application_name`. */
export const serverName = 'identity-server';
/** The name of a command's connections. */
export const commandName = 'identity-server command';

export interface OpenDatabase {
  readonly db: Database;
  /** The pool that Prisma uses, for the prepared statements of frequent requests. */
  readonly pool: pg.Pool;
  /** Throws if the database is known not to respond. Sends no query. */
  requireResponsive(): void;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  databaseUrl: string;
  /** The name of the connections in `pg_stat_activity` (default: that of the URL, or else `identity-server`). */
  applicationName?: string;
  /** The maximum number of connections of this process (default 10). */
  poolSize?: number;
  /** Whether statements are prepared under a name (default true). See `sendUnnamed`. */
  preparedStatements?: boolean;
  /** Called when an idle connection breaks. The pool replaces it. */
  onConnectionError?: (error: Error) => void;
  /** How long a request may wait for the database. The defaults are `commandTimeouts`. */
  timeouts?: Partial<DatabaseTimeouts>;
  /** Called when the database stops responding. Requests fail at once until `onBack` is called. */
  onAway?: (error: Error) => void;
  onBack?: () => void;
  /** Called for each new connection of the pool. See `createClientChanges`. */
  onConnection?: WatchedPoolOptions['onConnection'];
}

/** Opens a pool of connections, and a Prisma client that uses it. */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const poolSize = options.poolSize ?? defaultPoolSize;
  const timeouts = { ...commandTimeouts, ...options.timeouts };
  const pool = new WatchedPool({
    connectionString: namedConnection(options),
    max: poolSize,
    timeouts,
    onAway: options.onAway,
    onBack: options.onBack,
    onConnection: options.onConnection,
  });
  // Without a listener, an idle connection that breaks would end the process. While the database does not respond, all of
  // them break, and `onAway` has already reported it.
  pool.on('error', (error) => {
    // The pool adds its client, which a log would print with the key that cancels queries.
    Reflect.deleteProperty(error, 'client');
    if (!pool.away) options.onConnectionError?.(error);
  });
  if (options.preparedStatements === false) sendUnnamed(pool);
  const db = new PrismaClient({
    adapter: new PrismaPg(pool, { schema: databaseSchema }),
    // Prisma's defaults are 2 and 5 seconds. Ours are longer, so that the timeouts of the pool and of PostgreSQL come first:
    // after a timeout of Prisma, the statement or the wait for a connection would still go on.
    transactionOptions: {
      maxWait: timeouts.connection + 10_000,
      timeout: Math.max(20_000, 2 * timeouts.statement),
    },
  });
  joinTransactions(db);
  setTenantLimits(db, { poolSize, waitMilliseconds: timeouts.connection });
  return {
    db,
    pool,
    requireResponsive: () => {
      if (pool.away) throw pool.away;
    },
    close: async () => {
      await db.$disconnect();
      await pool.end();
    },
  };
}

function namedConnection({ databaseUrl, applicationName }: DatabaseOptions): string {
  const url = new URL(withoutPrismaParameters(databaseUrl));
  const given = url.searchParams.get('application_name');
  url.searchParams.set('application_name', applicationName ?? given ?? serverName);
  return url.href;
}

/** Removes `?schema=` from a URL. Only Prisma knows this parameter; PostgreSQL would refuse it. */
export function withoutPrismaParameters(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.delete('schema');
  return url.href;
}
