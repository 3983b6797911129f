import {
  actsAsSuperAdmin,
  type DeclaredKind,
  forbidden,
  isDeclared,
  type Principal,
  userOnly,
} from '@org/identity-core';
import type { Database, Transaction } from '../database-types.js';
import { lockTenantRow } from '../locks/lock-order.js';
import { inTenantTransaction } from '../locks/tenant-transaction.js';
import { requireFreshSignIn } from '../sign-in/require-fresh-sign-in.js';
import type { Delegate } from './delegate.js';
import { findCaller, tenantNotFound } from './tenant-manager.js';

/** Who does something in a tenant that belongs to its owners. */
export interface OwnerCall {
  readonly tenantId: string;
  readonly principal: Principal | Delegate;
}

interface OwnerRules extends OwnerCall {
  /** The kinds of callers that may do it in place of an owner. */
  readonly alsoBy?: readonly DeclaredKind[];
  /** The timeout of the transaction in milliseconds, for a change of many rows. */
  readonly timeout?: number;
}

/**
 * Throws if the caller does not own the tenant: an active owner, or a super admin. For callers outside of the tenant it
 * does not exist.
 */
export async function requireOwner(db: Transaction, { tenantId, principal, alsoBy = [] }: OwnerRules): Promise<void> {
  if (isDeclared(principal)) return requireDelegate(db, { tenantId, delegate: principal, alsoBy });
  if ((await findCaller(db, { tenantId, principal })) === 'owner') return;
  // Says it if a second factor would be enough.
  actsAsSuperAdmin(principal);
  throw forbidden('Only owners of the tenant may do this.');
}

async function requireDelegate(
  db: Transaction,
  { tenantId, delegate, alsoBy }: { tenantId: string; delegate: Delegate; alsoBy: readonly DeclaredKind[] },
): Promise<void> {
  if (delegate.tenantId !== tenantId || !(await delegate.isValid(db))) throw tenantNotFound();
  if (!alsoBy.includes(delegate.kind)) throw forbidden('Only owners of the tenant themselves may do this.');
}

/** Runs a change under the tenant's lock, for a caller who owns the tenant before and after the wait for the lock. */
export async function changeAsOwner<Result>(
  db: Database,
  call: OwnerRules,
  change: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  await requireOwner(db, call);
  const { tenantId, timeout } = call;
  return inTenantTransaction({ db, tenantId, locks: 'tenant', timeout }, async (tx) => {
    if (!(await lockTenantRow(tx, tenantId))) throw tenantNotFound();
    await requireOwner(tx, call);
    return change(tx);
  });
}

/** The same for changes of trust: the owner must have signed in a moment ago. */
export async function changeAsFreshOwner<Result>(
  db: Database,
  call: OwnerRules,
  change: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  // Before the sign-in is asked for: the tenant does not exist for others.
  await requireOwner(db, call);
  const { tenantId, principal } = call;
  // A caller of another kind has no sign-in.
  if (!isDeclared(principal)) await requireFreshSignIn(db, userOnly(principal), { tenantId });
  return changeAsOwner(db, call, change);
}
