import { isUuid, type Principal } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { tenantNotFound } from './errors.js';
import { subscriptionEntry, withNames } from './subscription-entry.js';

interface Input {
  tenantId: string;
  principal: Principal;
}

/** What a tenant owns, oldest first. */
export async function listSubscriptions(db: Database, input: Input) {
  await findTenant(db, input);
  return { subscriptions: await entriesOf(db, input.tenantId) };
}

/** What a tenant owns, and in total; only active subscriptions count, since the seats of others are of no use. */
export async function getLicenseOverview(db: Database, input: Input) {
  const tenant = await findTenant(db, input);
  const subscriptions = await entriesOf(db, tenant.id);
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

async function entriesOf(db: Database, tenantId: string) {
  const rows = await db.subscription.findMany({
    where: { tenantId },
    include: withNames,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return rows.map(subscriptionEntry);
}

/** To a machine of one tenant the others do not exist. */
async function findTenant(db: Database, { tenantId, principal }: Input) {
  const mayKnow = principal.kind === 'user' || principal.tenantId === null || principal.tenantId === tenantId;
  const tenant = mayKnow && isUuid(tenantId) ? await db.tenant.findUnique({ where: { id: tenantId } }) : null;
  if (!tenant) throw tenantNotFound();
  return tenant;
}
