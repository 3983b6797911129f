import type { Database, Transaction } from './database.js';
import { inTransaction } from './in-transaction.js';
import { createTurns, type Turns } from './turns.js';

export interface TenantTransaction {
  readonly db: Database;
  /** The tenant whose locks the transaction takes; null for those of several tenants, as when an account is deleted. */
  readonly tenantId: string | null;
  /** Milliseconds after which the transaction is given up. */
  readonly timeout?: number;
}

export const defaultPoolSize = 10;
const turns = new WeakMap<Database, Turns>();

/**
 * Runs a change that takes the locks of a tenant as one transaction. A transaction that waits for a lock keeps its
 * connection, so those of one tenant may take a quarter of the pool and no more: the others wait for their turn without
 * a connection, and users of other tenants never notice. See `lock-order.ts` for the locks.
 */
export function inTenantTransaction<Result>(
  { db, tenantId, timeout }: TenantTransaction,
  change: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const inTurn = turns.get(db) ?? boundTenants(db, defaultPoolSize);
  // An id may come in upper case, and in one case only does it name one tenant.
  const key = tenantId?.toLowerCase() ?? 'several tenants';
  return inTurn(key, () => inTransaction(db, change, timeout === undefined ? {} : { timeout }));
}

/** Sets the bound for a database with so many connections. */
export function boundTenants(db: Database, poolSize: number): Turns {
  const inTurn = createTurns({
    atOnce: Math.max(1, Math.floor(poolSize / 4)),
    // At 100 changes a second the last of them waits two seconds.
    maxWaiting: 200,
    maxWaitMilliseconds: 10_000,
  });
  turns.set(db, inTurn);
  return inTurn;
}
