import { isUuid, type Principal, requireSecondFactor } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { tenantNotFound } from '../access/errors.js';
import { subscriptionEntry, withNames } from './subscription-entry.js';

interface Input {
  tenantId: string;
  principal: Principal;
}

/** The subscriptions of a tenant, the oldest first. */
export async function listSubscriptions(db: Database, input: Input) {
  const { subscriptions } = await findTenantWithSubscriptions(db, input);
  return { subscriptions };
}

/** A tenant with its subscriptions. For a machine of one tenant, other tenants do not exist. */
export async function findTenantWithSubscriptions(db: Database, { tenantId, principal }: Input) {
  const mayKnow = principal.kind === 'user' || principal.tenantId === null || principal.tenantId === tenantId;
  const tenant = mayKnow && isUuid(tenantId) ? await db.tenant.findUnique({ where: { id: tenantId } }) : null;
  if (!tenant) throw tenantNotFound();
  requireSecondFactor(principal, { mfaRequired: tenant.mfaPolicy === 'REQUIRED' });
  const rows = await db.subscription.findMany({
    where: { tenantId },
    include: withNames,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return { tenant, subscriptions: rows.map(subscriptionEntry) };
}
