import { actorOf, isUuid, type Principal, requireSecondFactor } from '@org/identity-core';
import { type IdentityPluginHost, inTenantTransaction, lockTenantRow } from '@org/identity-prisma';
import type { z } from 'zod';
import { invalidApplicationId, invalidLicenseType, tenantNotFound } from '../access/errors.js';
import type { CreateSubscriptionBody } from '../schemas.js';
import { subscriptionEntry, withNames } from './subscription-entry.js';

/** Gives a tenant seats of a license. */
export async function createSubscription(
  { db, events }: Pick<IdentityPluginHost, 'db' | 'events'>,
  input: z.output<typeof CreateSubscriptionBody> & { tenantId: string; principal: Principal },
) {
  const { tenantId, applicationId, licenseTypeId, quantity, startsAt, expiresAt } = input;
  if (!isUuid(tenantId)) throw tenantNotFound();
  return inTenantTransaction({ db, tenantId, locks: 'tenant' }, async (tx) => {
    const tenant = await lockTenantRow(tx, tenantId);
    if (!tenant) throw tenantNotFound();
    requireSecondFactor(input.principal, tenant);
    const application = isUuid(applicationId)
      ? await tx.application.findUnique({
          where: { id: applicationId },
          select: { licenseTypes: { where: { id: { in: [licenseTypeId].filter(isUuid) } }, select: { id: true } } },
        })
      : null;
    if (!application) throw invalidApplicationId();
    if (application.licenseTypes.length === 0) throw invalidLicenseType();
    const subscription = await tx.subscription.create({
      data: {
        tenantId,
        applicationId,
        licenseTypeId,
        quantityPurchased: quantity,
        ...(startsAt ? { startsAt } : {}),
        ...(expiresAt ? { expiresAt } : {}),
      },
      include: withNames,
    });
    await events.publish(tx, {
      type: 'subscription.created',
      tenantId,
      actor: actorOf(input.principal),
      subjectId: subscription.id,
      data: { applicationId: subscription.applicationId, licenseTypeId: subscription.licenseTypeId, quantity },
    });
    return subscriptionEntry(subscription);
  });
}
