import { actsAsSuperAdmin, forbidden, type Principal } from '@org/identity-core';
import {
  changeAsManager as changeInTenant,
  type Database,
  inTransaction,
  lockUntilCommit,
  requireManager as requireTenantManager,
  type TenantCall,
  type Transaction,
} from '@org/identity-prisma';

/** Who does something with the webhooks of a tenant, or with those of the platform. */
export interface WebhooksCall {
  /** Null: the platform. */
  readonly tenantId: string | null;
  readonly principal: Principal;
}

/**
 * Throws if the caller does not manage the webhooks: an active admin or owner of the tenant, or a super admin. For callers
 * outside of the tenant it does not exist. Webhooks of the platform are for super admins and machines of the platform.
 */
export async function requireManager(db: Transaction, call: WebhooksCall): Promise<void> {
  if (isOfTenant(call)) return requireTenantManager(db, call);
  // The routes and pages of the platform check more: a second factor, and how long ago the sign-in was.
  const { principal } = call;
  const allowed = principal.kind === 'user' ? actsAsSuperAdmin(principal) : principal.tenantId === null;
  if (!allowed) throw forbidden('This is for super admins and machine clients of the whole platform.');
}

function isOfTenant(call: WebhooksCall): call is TenantCall {
  return call.tenantId !== null;
}

/**
 * Runs a change while no other one can add a webhook of the same owner, for a caller who may do it before and after the
 * wait for the lock.
 */
export async function changeAsManager<Result>(
  db: Database,
  call: WebhooksCall,
  change: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  if (isOfTenant(call)) return changeInTenant(db, call, change);
  await requireManager(db, call);
  return inTransaction(db, async (tx) => {
    await lockUntilCommit(tx, 'platformWebhooks');
    return change(tx);
  });
}
