import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { checkReplies } from './check-replies.js';
import { commandTimeouts, type DatabaseTimeouts } from './connection/database-timeouts.js';
import { sendUnnamed } from './connection/unnamed-statements.js';
import { WatchedPool, type WatchedPoolOptions } from './connection/watched-pool.js';
import { PrismaClient } from './generated/client.js';
import { boundTenants, defaultPoolSize } from './locks/tenant-transaction.js';
import { joinTransactions } from './one-transaction.js';

/** The PostgreSQL schema all of our tables live in. */
export const databaseSchema = 'identity';

/** Prisma's client over our tables. */
export type Database = PrismaClient;

/** What a transaction callback of Prisma is given. */
export type Transaction = Parameters<Parameters<Database['$transaction']>[0]>[0];

export interface OpenDatabase {
  readonly db: Database;
  /** The very pool Prisma uses, for prepared statements on the paths that every request takes. */
  readonly pool: pg.Pool;
  /** Throws while the database is known not to respond. Asks nothing. */
  requireResponsive(): void;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  databaseUrl: string;
  /** Connections of this process (default 10). */
  poolSize?: number;
  /** Whether connections may remember statements by name (default true); see `sendUnnamed`. */
  preparedStatements?: boolean;
  /** Told of a connection that broke while idle; the pool replaces it. */
  onConnectionError?: (error: Error) => void;
  /** How long the database may keep a request waiting; what is left out is as in `commandTimeouts`. */
  timeouts?: Partial<DatabaseTimeouts>;
  /** Told when the database has stopped to respond; until `onBack`, requests fail at once. */
  onAway?: (error: Error) => void;
  onBack?: () => void;
  /** Called for each new connection of the pool; see `createClientChanges`. */
  onConnection?: WatchedPoolOptions['onConnection'];
}

/** Opens one pool of connections and Prisma on top of it. */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const poolSize = options.poolSize ?? defaultPoolSize;
  const timeouts = { ...commandTimeouts, ...options.timeouts };
  const pool = new WatchedPool({
    connectionString: withoutPrismaParameters(options.databaseUrl),
    max: poolSize,
    timeouts,
    onAway: options.onAway,
    onBack: options.onBack,
    onConnection: options.onConnection,
  });
  // Without a listener a broken idle connection would end the process. While the database is away all of them break.
  pool.on('error', (error) => pool.away ?? options.onConnectionError?.(error));
  if (options.preparedStatements === false) sendUnnamed(pool);
  const db = new PrismaClient({
    adapter: new PrismaPg(pool, { schema: databaseSchema }),
    // Prisma's own are 2 and 5 seconds. Ours only back up the timeouts of the pool and of PostgreSQL, which come first: a
    // statement goes on after a timeout of Prisma, and so does the wait for a connection.
    transactionOptions: {
      maxWait: timeouts.connection + 10_000,
      timeout: Math.max(20_000, 2 * timeouts.statement),
    },
  });
  joinTransactions(db);
  checkReplies(db);
  boundTenants(db, poolSize);
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

/** `?schema=` is Prisma's own parameter; PostgreSQL would refuse it. */
export function withoutPrismaParameters(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.delete('schema');
  return url.href;
}
