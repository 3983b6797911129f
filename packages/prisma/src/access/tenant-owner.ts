import { actsAsSuperAdmin, forbidden, hasSetupLink, userOnly } from '@org/identity-core';
import type { Database, Transaction } from '../database-types.js';
import { lockTenantRow } from '../locks/lock-order.js';
import { inTenantTransaction } from '../locks/tenant-transaction.js';
import { requireFreshSignIn } from '../sign-in/require-fresh-sign-in.js';
import { isSetupLinkValid } from './setup-link.js';
import { findCaller, type TenantCall, tenantNotFound } from './tenant-manager.js';

interface OwnerCall extends TenantCall {
  /** Whether the visitor of a setup link may do it as well. */
  readonly bySetupLink?: boolean;
  /** The timeout of the transaction in milliseconds, for a change of many rows. */
  readonly timeout?: number;
}

/** Whether the call is that of the visitor of a setup link. */
export const isSetupCall = (call: TenantCall) => setupLinkOf(call) !== null;

/** The setup link whose visitor calls; null for any other caller. */
export const setupLinkOf = ({ principal }: TenantCall): string | null =>
  principal.kind === 'user' && hasSetupLink(principal) ? principal.userId : null;

/**
 * Throws if the caller does not own the tenant: an active owner, or a super admin. For callers outside of the tenant it
 * does not exist.
 */
export async function requireOwner(db: Transaction, call: OwnerCall): Promise<void> {
  if (isSetupCall(call)) return requireSetupLink(db, call);
  if ((await findCaller(db, call)) === 'owner') return;
  // Says it if a second factor would be enough.
  actsAsSuperAdmin(call.principal);
  throw forbidden('Only owners of the tenant may do this.');
}

async function requireSetupLink(db: Transaction, { tenantId, principal, bySetupLink = false }: OwnerCall) {
  const { userId: linkId } = userOnly(principal);
  if (!(await isSetupLinkValid(db, { tenantId, linkId }))) throw tenantNotFound();
  if (!bySetupLink) throw forbidden('Only owners of the tenant may do this. A setup link is not enough.');
}

/** Runs a change under the tenant's lock, for a caller who owns the tenant before and after the wait for the lock. */
export async function changeAsOwner<Result>(
  db: Database,
  call: OwnerCall,
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
  call: OwnerCall,
  change: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  // Before the sign-in is asked for: the tenant does not exist for others.
  await requireOwner(db, call);
  // The visitor of a setup link has no sign-in.
  if (!isSetupCall(call)) await requireFreshSignIn(db, userOnly(call.principal), { tenantId: call.tenantId });
  return changeAsOwner(db, call, change);
}
