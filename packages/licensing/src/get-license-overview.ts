import type { Principal } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { findTenantWithSubscriptions } from './list-subscriptions.js';

/** What a tenant owns, and in total; only active subscriptions count, since the seats of others are of no use. */
export async function getLicenseOverview(db: Database, input: { tenantId: string; principal: Principal }) {
  const { tenant, subscriptions } = await findTenantWithSubscriptions(db, input);
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
