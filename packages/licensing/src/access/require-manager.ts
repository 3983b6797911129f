import { forbidden, isUuid, type Principal, requireSecondFactor } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { tenantNotFound } from './errors.js';

/**
 * Throws unless the caller manages the tenant of a path at this moment: an active admin or owner, or a super admin. For callers
 * outside of it, the tenant does not exist.
 */
export async function requireManager(
  tx: Transaction,
  { tenantId, principal }: { tenantId: string; principal: Principal },
): Promise<void> {
  if (!isUuid(tenantId)) throw tenantNotFound();
  const userId = principal.kind === 'user' ? principal.userId : undefined;
  const tenant = await tx.tenant.findUnique({
    where: { id: tenantId },
    select: {
      mfaPolicy: true,
      memberships: userId ? { where: { userId, status: 'ACTIVE' }, select: { role: true } } : false,
    },
  });
  const role = tenant?.memberships?.[0]?.role;
  const isSuperAdmin = principal.kind === 'user' && principal.superAdmin;
  if (!tenant || (!role && !isSuperAdmin && !isOwnMachine(principal, tenantId))) throw tenantNotFound();
  requireSecondFactor(principal, { mfaRequired: tenant.mfaPolicy === 'REQUIRED' });
  if (!isSuperAdmin && role !== 'admin' && role !== 'owner')
    throw forbidden('Only admins and owners of the tenant may do this.');
}

function isOwnMachine(principal: Principal, tenantId: string): boolean {
  if (principal.kind !== 'machine') return false;
  return principal.tenantId === null || principal.tenantId === tenantId.toLowerCase();
}
