import type { Principal } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { findTenantWithSubscriptions } from './list-subscriptions.js';

/** The subscriptions of a tenant, with totals. Only active subscriptions count, because the seats of others cannot be used. */
export async function getLicenseOverview(
  services: Pick<IdentityPluginHost, 'db' | 'events'>,
  input: { tenantId: string; principal: Principal },
) {
  const { tenant, subscriptions } = await findTenantWithSubscriptions(services, input);
  const active = subscriptions.filter(({ status }) => status === 'ACTIVE');
  const sum = (of: (entry: (typeof active)[number]) => number) => active.reduce((total, entry) => total + of(entry), 0);
  return {
    tenantId: tenant.id,
    tenantName: tenant.name,
    totalSeatsOwned: sum(({ quantityPurchased }) => quantityPurchased),
    totalSeatsAssigned: sum(({ quantityAssigned }) => quantityAssigned),
    totalSeatsAvailable: sum(({ quantityAvailable }) => quantityAvailable),
    subscriptions,
  };
}
