import { forbidden, isUuid, type Principal, requireSecondFactor } from '@org/identity-core';
import {
  type Database,
  inTenantTransaction,
  inTransaction,
  lockTenantRow,
  lockUntilCommit,
  type Transaction,
} from '@org/identity-prisma';
import { tenantNotFound } from './errors.js';

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
export async function requireManager(db: Transaction, { tenantId, principal }: WebhooksCall): Promise<void> {
  if (tenantId === null) return requirePlatform(principal);
  if (!isUuid(tenantId)) throw tenantNotFound();
  const userId = principal.kind === 'user' ? principal.userId : undefined;
  const tenant = await db.tenant.findUnique({
    where: { id: tenantId },
    select: {
      mfaPolicy: true,
      memberships: userId ? { where: { userId, status: 'ACTIVE' }, select: { role: true } } : false,
    },
  });
  const role = tenant?.memberships?.[0]?.role;
  if (!tenant || !(role || belongs(principal, tenantId))) throw tenantNotFound();
  requireSecondFactor(principal, { mfaRequired: tenant.mfaPolicy === 'REQUIRED' });
  const manages = principal.kind === 'user' && (principal.superAdmin || (role !== undefined && role !== 'member'));
  if (!manages) throw forbidden('Only admins and owners of the tenant may do this.');
}

/** The routes and pages of the platform check more: a second factor, and how long ago the sign-in was. */
function requirePlatform(principal: Principal): void {
  const allowed = principal.kind === 'user' ? principal.superAdmin : principal.tenantId === null;
  if (!allowed) throw forbidden('This is for super admins and machine clients of the whole platform.');
}

function belongs(principal: Principal, tenantId: string): boolean {
  if (principal.kind === 'user') return principal.superAdmin;
  return principal.tenantId === null || principal.tenantId === tenantId.toLowerCase();
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
  const { tenantId } = call;
  await requireManager(db, call);
  if (tenantId === null)
    return inTransaction(db, async (tx) => {
      await lockUntilCommit(tx, 'platformWebhooks');
      return change(tx);
    });
  return inTenantTransaction({ db, tenantId, locks: 'tenant' }, async (tx) => {
    if (!(await lockTenantRow(tx, tenantId))) throw tenantNotFound();
    await requireManager(tx, call);
    return change(tx);
  });
}
