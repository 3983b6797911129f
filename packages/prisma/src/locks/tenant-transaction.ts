import { serverTimeouts } from '../connection/database-timeouts.js';
import { inTransaction } from '../connection/transactions.js';
import type { Database, Transaction } from '../database-types.js';
import { isInOneTransaction } from '../one-transaction.js';
import { type ChangesFirst, createChangesFirst } from './changes-first.js';
import { createTurnQueue, createTurns, type TurnLimits, type Turns } from './turns.js';

export interface TenantTransaction {
  readonly db: Database;
  readonly tenantId: string;
  /**
   * `tenant` for a change that locks the tenant, `seats` for a change that locks only memberships and subscriptions. The
   * two have separate queues, and the first goes ahead, so a flood of seat changes does not delay a suspension.
   */
  readonly locks: 'tenant' | 'seats';
  /** The timeout of the transaction in milliseconds. */
  readonly timeout?: number | undefined;
}

type Kind = TenantTransaction['locks'] | 'several tenants';
export const defaultPoolSize = 10;
const usualWait = { waitMilliseconds: serverTimeouts.connection };

interface TenantTurns extends Record<Kind, Turns> {
  readonly first: ChangesFirst;
  noChangeWaits(): Promise<void>;
}

const turns = new WeakMap<Database, TenantTurns>();
const waits = new WeakMap<Database, number>();

/** How long requests wait for their turn: as long as for a connection, so that there is one number for both. */
export function turnWaitOf(db: Database): number {
  return waits.get(db) ?? usualWait.waitMilliseconds;
}

/**
 * Runs a change that takes locks of a tenant (see `lock-order.ts`) in one transaction. A transaction that waits for a lock
 * keeps its connection, so the transactions of one tenant may use only a part of the pool. Further ones wait in a queue
 * without a connection, so that they do not slow down other tenants.
 */
export function inTenantTransaction<Result>(
  { db, tenantId, locks, timeout }: TenantTransaction,
  change: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  // A UUID may be written in upper or lower case.
  return turn(db, locks, tenantId.toLowerCase(), () => inTransaction(db, change, { timeout }));
}

/** The same for a change that is one statement, and needs no transaction around it. */
export function inTenantTurn<Result>(
  { db, tenantId, locks }: Omit<TenantTransaction, 'timeout'>,
  change: () => Promise<Result>,
): Promise<Result> {
  return turn(db, locks, tenantId.toLowerCase(), change);
}

/** The same for a change that locks all tenants of a user, such as the deletion of an account. All of them share one queue. */
export function inTransactionOfTenants<Result>(
  { db, timeout }: Pick<TenantTransaction, 'db' | 'timeout'>,
  change: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return turn(db, 'several tenants', 'all', () => inTransaction(db, change, { timeout }));
}

/** Waits for a turn. Inside `inOneTransaction` it does not wait: the caller already has a connection and may hold locks. */
async function turn<Result>(db: Database, kind: Kind, key: string, task: () => Promise<Result>): Promise<Result> {
  if (isInOneTransaction()) return task();
  const { first, ...ofKind } = turnsOf(db);
  if (kind === 'tenant') return ofKind.tenant(key, () => first.change(key, task));
  return ofKind[kind](key, kind === 'seats' ? () => first.seat(key, task) : task);
}

/** Resolves as soon as no change of a tenant waits for its turn in this process. */
export function noChangeWaits(db: Database): Promise<void> {
  return turnsOf(db).noChangeWaits();
}

const turnsOf = (db: Database) => turns.get(db) ?? setTenantLimits(db, { poolSize: defaultPoolSize, ...usualWait });

export interface TenantLimits {
  /** The number of connections. */
  readonly poolSize: number;
  /** How long a request waits for its turn, and then again for a connection. */
  readonly waitMilliseconds: number;
}

/** Sets the limits for a database. */
export function setTenantLimits(db: Database, { poolSize, waitMilliseconds }: TenantLimits): TenantTurns {
  waits.set(db, waitMilliseconds);
  const waiting: Omit<TurnLimits, 'atOnce'> = { maxWaiting: 500, maxWaitMilliseconds: waitMilliseconds };
  const quarter = createTurns({ ...waiting, atOnce: Math.ceil(poolSize / 4) });
  // Changes of one tenant begin with the same lock, so a second connection would only wait. In a pool of two connections,
  // two transactions would use the whole pool, so there seats and other changes share one queue.
  const one = createTurnQueue({ ...waiting, atOnce: 1 });
  const bounds = {
    tenant: one.run,
    seats: poolSize > 2 ? quarter : one.run,
    'several tenants': quarter,
    first: createChangesFirst(),
    noChangeWaits: one.nobodyWaits,
  };
  turns.set(db, bounds);
  return bounds;
}
