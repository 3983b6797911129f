import { IdentityError } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import { findOwners } from './list-owners.js';
import { policyOf } from './read-policy.js';

/**
 * Throws WOULD_LOCK_OUT if no owner could sign in to a tenant that requires single sign-on. Call it in the transaction of a
 * change, after the change: it looks at what is stored then.
 */
export async function requireWayIn(
  tx: Transaction,
  { services }: Pick<IdentityPluginHost, 'services'>,
  { tenantId }: { tenantId: string },
): Promise<void> {
  const tenant = await tx.tenant.findUnique({ where: { id: tenantId, closingAt: null }, select: { policy: true } });
  const policy = tenant && policyOf(tenant);
  if (!policy?.requireSso) return;
  const owners = await findOwners(tx, tenantId);
  if (owners.some(({ id, mfaEnabled }) => mfaEnabled && policy.breakGlass.includes(id))) return;
  const userIds = owners.map(({ id }) => id);
  if (await services.connections?.signsIn(tx, { tenantId, userIds })) return;
  throw new IdentityError(
    'WOULD_LOCK_OUT',
    'The tenant requires single sign-on, and no owner could sign in any more. Change the policy first, or name a break-glass owner.',
  );
}
