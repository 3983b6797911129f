import { forbidden, isUuid, type Principal, requireSecondFactor } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { tenantNotFound } from './errors.js';

interface Wanted {
  tenantId: string;
  principal: Principal;
}

/**
 * Requires that the caller manages this tenant: an active admin or owner, a super admin, or a machine of the tenant or of the
 * platform. For callers outside of it, the tenant does not exist. The guard of the route checks the scope of machines.
 */
export async function requireManager(db: Database, { tenantId, principal }: Wanted): Promise<void> {
  const role = await findRole(db, { tenantId, principal });
  if (role === 'member') throw forbidden('Only admins and owners of the tenant may do this.');
}

/** Requires that a super admin or a machine may know this tenant. */
export async function requireTenant(db: Database, wanted: Wanted): Promise<void> {
  await findRole(db, wanted);
}

async function findRole(db: Database, { tenantId, principal }: Wanted): Promise<'member' | 'manager'> {
  if (!isUuid(tenantId)) throw tenantNotFound();
  const userId = principal.kind === 'user' ? principal.userId : undefined;
  const tenant = await db.tenant.findUnique({
    where: { id: tenantId },
    select: {
      id: true,
      mfaPolicy: true,
      memberships: userId ? { where: { userId, status: 'ACTIVE' }, select: { role: true } } : false,
    },
  });
  if (!tenant) throw tenantNotFound();
  const ofTenant = principal.kind === 'machine' && (principal.tenantId ?? tenant.id) === tenant.id;
  const role = tenant.memberships?.[0]?.role;
  const isSuperAdmin = principal.kind === 'user' && principal.superAdmin;
  if (!ofTenant && !isSuperAdmin && role === undefined) throw tenantNotFound();
  requireSecondFactor(principal, { mfaRequired: tenant.mfaPolicy === 'REQUIRED' });
  return ofTenant || isSuperAdmin || role !== 'member' ? 'manager' : 'member';
}
