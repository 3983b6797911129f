import {
  actsAsSuperAdmin,
  cameByOtherTenant,
  forbidden,
  IdentityError,
  isUuid,
  type Principal,
  requireSecondFactor,
  requireTenantSignIn,
} from '@org/identity-core';
import type { Database, Transaction } from '../database-types.js';
import { lockTenantRow } from '../locks/lock-order.js';
import { inTenantTransaction } from '../locks/tenant-transaction.js';

export const tenantNotFound = () => new IdentityError('TENANT_NOT_FOUND', 'There is no such tenant.');

/** Who does something in a tenant. */
export interface TenantCall {
  readonly tenantId: string;
  readonly principal: Principal;
}

/**
 * Throws if the caller does not manage the tenant: an active admin or owner, or a super admin. For callers outside of the
 * tenant it does not exist.
 */
export async function requireManager(db: Transaction, call: TenantCall): Promise<void> {
  const caller = await findCaller(db, call);
  if (caller !== 'owner' && caller !== 'manager') throw notForMembers(call);
}

/** The same, and machines of the tenant and of the platform. The guard of the route checks their scope. */
export async function requireManagerOrMachine(db: Transaction, call: TenantCall): Promise<void> {
  if ((await findCaller(db, call)) === 'member') throw notForMembers(call);
}

/** Requires that the caller may know this tenant. */
export async function requireTenant(db: Transaction, call: TenantCall): Promise<void> {
  await findCaller(db, call);
}

/** What the caller is in the tenant. A super admin counts as an owner; managers are its admins. */
export async function findCaller(
  db: Transaction,
  { tenantId, principal }: TenantCall,
): Promise<'member' | 'manager' | 'owner' | 'machine'> {
  if (!isUuid(tenantId) || cameByOtherTenant(principal, tenantId)) throw tenantNotFound();
  const userId = principal.kind === 'user' ? principal.userId : undefined;
  const tenant = await db.tenant.findUnique({
    where: { id: tenantId, closingAt: null },
    select: {
      mfaPolicy: true,
      policy: true,
      memberships: userId ? { where: { userId, status: 'ACTIVE' }, select: { role: true } } : false,
    },
  });
  const role = tenant?.memberships?.[0]?.role;
  // Before it is known whether the tenant exists: a super admin without a second factor gets the same response for every
  // tenant of others.
  if (!role && !belongs(principal, tenantId)) throw tenantNotFound();
  if (!tenant) throw tenantNotFound();
  requireTenantSignIn(principal, { tenantId, hasPolicy: tenant.policy !== null });
  requireSecondFactor(principal, { mfaRequired: tenant.mfaPolicy === 'REQUIRED' });
  if (principal.kind === 'machine') return 'machine';
  if (principal.superAdmin || role === 'owner') return 'owner';
  return role === 'admin' ? 'manager' : 'member';
}

function notForMembers({ principal }: TenantCall): IdentityError {
  // Says it if a second factor would be enough.
  actsAsSuperAdmin(principal);
  return forbidden('Only admins and owners of the tenant may do this.');
}

function belongs(principal: Principal, tenantId: string): boolean {
  if (principal.kind === 'user') return actsAsSuperAdmin(principal);
  return principal.kind === 'machine' && (principal.tenantId === null || principal.tenantId === tenantId.toLowerCase());
}

/** Runs a change under the tenant's lock, for a caller who manages the tenant before and after the wait for the lock. */
export async function changeAsManager<Result>(
  db: Database,
  { timeout, ...call }: TenantCall & { timeout?: number },
  change: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  await requireManager(db, call);
  const { tenantId } = call;
  return inTenantTransaction({ db, tenantId, locks: 'tenant', timeout }, async (tx) => {
    if (!(await lockTenantRow(tx, tenantId))) throw tenantNotFound();
    await requireManager(tx, call);
    return change(tx);
  });
}
