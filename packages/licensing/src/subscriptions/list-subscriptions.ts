import { isUuid, type Principal, requireSecondFactor } from '@org/identity-core';
import { type IdentityPluginHost, tenantNotFound } from '@org/identity-prisma';
import { readSubscriptions, subscriptionEntry } from './subscription-entry.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events'>;

interface Input {
  tenantId: string;
  principal: Principal;
}

/** The subscriptions of a tenant, the oldest first. */
export async function listSubscriptions(services: Services, input: Input) {
  const { subscriptions } = await findTenantWithSubscriptions(services, input);
  return { subscriptions };
}

/** A tenant with its subscriptions. For a machine of one tenant, other tenants do not exist. */
export async function findTenantWithSubscriptions(services: Services, { tenantId, principal }: Input) {
  const mayKnow = principal.kind === 'user' || principal.tenantId === null || principal.tenantId === tenantId;
  const where = { id: tenantId, closingAt: null };
  const tenant = mayKnow && isUuid(tenantId) ? await services.db.tenant.findUnique({ where }) : null;
  if (!tenant) throw tenantNotFound();
  requireSecondFactor(principal, { mfaRequired: tenant.mfaPolicy === 'REQUIRED' });
  const rows = await readSubscriptions(services, { tenantId });
  return { tenant, subscriptions: rows.map(subscriptionEntry) };
}
