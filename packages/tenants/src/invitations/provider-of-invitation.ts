import type { IdentityPluginHost, Role } from '@org/identity-prisma';
import { policyOf } from '../policy/read-policy.js';

interface Invited {
  readonly tenantId: string;
  readonly email: string;
  readonly role: Role;
}

/**
 * The connection by which an invitation is accepted: its tenant requires single sign-on, so a password would be of no use
 * there. Undefined if the email leads to no provider of the tenant, and for a role that a provider cannot give.
 */
export async function findProviderOf(
  { db, services }: Pick<IdentityPluginHost, 'db' | 'services'>,
  { tenantId, email, role }: Invited,
): Promise<{ readonly name: string } | undefined> {
  if (role !== 'member' || !services.connections) return undefined;
  const tenant = await db.tenant.findUnique({ where: { id: tenantId, closingAt: null }, select: { policy: true } });
  const requiresSso = tenant !== null && policyOf(tenant)?.requireSso === true;
  return requiresSso ? services.connections.routeOf(db, { tenantId, email }) : undefined;
}
