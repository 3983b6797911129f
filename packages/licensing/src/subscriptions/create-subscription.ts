import { actorOf, isUuid, type Principal, reply, requireSecondFactor } from '@org/identity-core';
import {
  type IdentityPluginHost,
  inTenantTransaction,
  lockSubscriptionRows,
  lockTenantRow,
  Prisma,
  type Transaction,
  tenantNotFound,
} from '@org/identity-prisma';
import type { z } from 'zod';
import { trialUsed } from '../access/errors.js';
import { lockLicenseType } from '../license-types/lock-license-type.js';
import { handOutSeats } from '../seat-changes/hand-out-seats.js';
import { settleSeats } from '../seat-changes/settle-seats.js';
import { findSubscriptions, subscriptionEntry } from './subscription-entry.js';
import type { CreateSubscriptionBody } from './subscription-schemas.js';

/** Gives a tenant seats of a license, and the first of them to those who wait for one. */
export async function createSubscription(
  services: Pick<IdentityPluginHost, 'db' | 'events'>,
  input: z.output<typeof CreateSubscriptionBody> & { tenantId: string; principal: Principal },
) {
  const { tenantId, applicationId, licenseTypeId, quantity, startsAt, expiresAt } = input;
  const { trial = false, limits = {}, overagePercent = 0 } = input;
  const { db, events } = services;
  if (!isUuid(tenantId)) throw tenantNotFound();
  return inTenantTransaction({ db, tenantId, locks: 'tenant' }, async (tx) => {
    const tenant = await lockTenantRow(tx, tenantId);
    if (!tenant) throw tenantNotFound();
    requireSecondFactor(input.principal, tenant);
    await lockLicenseType(tx, { applicationId, licenseTypeId });
    if (trial) await useTrial(tx, { tenantId, applicationId });
    const { id } = await tx.subscription.create({
      data: {
        tenantId,
        applicationId,
        licenseTypeId,
        quantityPurchased: quantity,
        ...(startsAt ? { startsAt } : {}),
        ...(expiresAt ? { expiresAt } : {}),
        trial,
        limits,
        overagePercent,
      },
      select: { id: true },
    });
    await events.publish(tx, {
      type: 'subscription.created',
      tenantId,
      actor: actorOf(input.principal),
      subjectId: id,
      data: {
        applicationId: applicationId.toLowerCase(),
        licenseTypeId: licenseTypeId.toLowerCase(),
        quantity,
        ...(trial ? { trial } : {}),
        ...(overagePercent > 0 ? { overagePercent } : {}),
      },
    });
    const locked = await lockSubscriptionRows(tx, { tenantId, licenseTypeIds: [licenseTypeId] });
    if (!(await settleSeats(tx, services, locked))) await handOutSeats(tx, services, locked);
    const [created] = await findSubscriptions(tx, Prisma.sql`sub.id = ${id}::uuid`);
    if (!created) throw new Error('The new subscription was not found.');
    return reply(subscriptionEntry(created));
  });
}

/** Notes that the tenant tries the application. Throws if it has tried it before. */
async function useTrial(tx: Transaction, trial: { tenantId: string; applicationId: string }): Promise<void> {
  // In one statement that detects an earlier one: an error would end the transaction.
  const { count } = await tx.licenseTrial.createMany({ data: [trial], skipDuplicates: true });
  if (count === 0) throw trialUsed();
}
