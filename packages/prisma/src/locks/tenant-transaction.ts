import type { Database, Transaction } from '../database.js';
import { isInOneTransaction } from '../one-transaction.js';
import { inTransaction } from './in-transaction.js';
import { createTurns, type TurnLimits, type Turns } from './turns.js';

export interface TenantTransaction {
  readonly db: Database;
  readonly tenantId: string;
  /**
   * `tenant` for a change that takes the tenant's lock, `seats` for one that takes those of memberships and
   * subscriptions only. They do not wait for each other's turn, so a flood of seat calls does not delay a suspension.
   */
  readonly locks: 'tenant' | 'seats';
  /** Milliseconds after which the transaction is given up. */
  readonly timeout?: number | undefined;
}

type Kind = TenantTransaction['locks'] | 'several tenants';
export const defaultPoolSize = 10;
const turns = new WeakMap<Database, Record<Kind, Turns>>();

/**
 * Runs a change that takes locks of a tenant (see `lock-order.ts`) as one transaction. A transaction that waits for a lock
 * keeps its connection, so those of one tenant may take a part of the pool only: the others wait for their turn without
 * a connection, and users of other tenants do not notice.
 */
export function inTenantTransaction<Result>(
  { db, tenantId, locks, timeout }: TenantTransaction,
  change: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  // The same id may come in upper and lower case.
  return turn(db, locks, tenantId.toLowerCase(), () => inTransaction(db, change, { timeout }));
}

/** The same for a change that takes the locks of all tenants of a user, such as the deletion of an account: these share one bound. */
export function inTransactionOfTenants<Result>(
  { db, timeout }: Pick<TenantTransaction, 'db' | 'timeout'>,
  change: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return turn(db, 'several tenants', 'all', () => inTransaction(db, change, { timeout }));
}

/** Waits for a turn, unless the caller has a connection already: one that holds the locks of others must not wait for them. */
function turn<Result>(db: Database, kind: Kind, key: string, task: () => Promise<Result>): Promise<Result> {
  return isInOneTransaction() ? task() : turnsOf(db)[kind](key, task);
}

const turnsOf = (db: Database) => turns.get(db) ?? boundTenants(db, defaultPoolSize);

/** Sets the bounds for a database with so many connections. */
export function boundTenants(db: Database, poolSize: number): Record<Kind, Turns> {
  // At 100 changes a second the last of those that wait has its turn after five seconds. On a machine that is slower for
  // a while they still get it; where nothing moves, the first that fails takes the others along.
  const waiting: Omit<TurnLimits, 'atOnce'> = { maxWaiting: 500, maxWaitMilliseconds: 20_000 };
  const quarter = createTurns({ ...waiting, atOnce: Math.ceil(poolSize / 4) });
  // All of them begin with the same lock: a second connection could do nothing but wait. In a pool of two, any two
  // would be all there is, so there seats and changes share one turn.
  const one = createTurns({ ...waiting, atOnce: 1 });
  const bounds = { tenant: one, seats: poolSize > 2 ? quarter : one, 'several tenants': quarter };
  turns.set(db, bounds);
  return bounds;
}
