import { actorOf, isUuid, type Principal, requireSecondFactor } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { z } from 'zod';
import { seatsInUse, subscriptionNotFound } from '../access/errors.js';
import type { UpdateSubscriptionBody } from '../schemas.js';
import { allowedSeats } from '../seat-changes/allowed-seats.js';
import { changeSeats } from '../seat-changes/change-seats.js';
import { handOutSeats } from '../seat-changes/hand-out-seats.js';
import { subscriptionEntry, withNames } from './subscription-entry.js';

interface Input {
  tenantId: string;
  subscriptionId: string;
  principal: Principal;
  changes: z.output<typeof UpdateSubscriptionBody>;
}

/** Changes the quantity, status or end of a subscription. The quantity cannot be lower than the assigned seats. */
export async function updateSubscription(services: Pick<IdentityPluginHost, 'db' | 'events'>, input: Input) {
  const { tenantId, subscriptionId, changes } = input;
  const { db, events } = services;
  const { quantity, status, expiresAt } = changes;
  if (!isUuid(tenantId) || !isUuid(subscriptionId)) throw subscriptionNotFound();
  const found = await db.subscription.findFirst({
    where: { id: subscriptionId, tenantId },
    select: { licenseTypeId: true, tenant: { select: { mfaPolicy: true } } },
  });
  if (!found) throw subscriptionNotFound();
  requireSecondFactor(input.principal, { mfaRequired: found.tenant.mfaPolicy === 'REQUIRED' });
  const scope = { tenantId, licenseTypeIds: [found.licenseTypeId] };
  return changeSeats(services, scope, async (tx, subscriptions) => {
    const row = await tx.subscription.findUnique({ where: { id: subscriptionId } });
    if (!row) throw subscriptionNotFound();
    const inUse = row.quantityAssigned + row.quantityReserved;
    if (quantity !== undefined && allowedSeats(quantity, row.overagePercent) < inUse) throw seatsInUse(inUse);
    await tx.subscription.update({
      where: { id: subscriptionId },
      data: {
        ...(quantity === undefined ? {} : { quantityPurchased: quantity }),
        ...(status === undefined ? {} : { status }),
        ...(expiresAt === undefined ? {} : { expiresAt }),
      },
    });
    await handOutSeats(tx, services, subscriptions);
    const subscription = await tx.subscription.findUniqueOrThrow({ where: { id: subscriptionId }, include: withNames });
    await events.publish(tx, {
      type: 'subscription.updated',
      tenantId,
      actor: actorOf(input.principal),
      subjectId: subscriptionId,
      data: {
        changed: Object.keys(changes),
        quantity: subscription.quantityPurchased,
        status: subscription.status,
        expiresAt: subscription.expiresAt?.toISOString() ?? null,
      },
    });
    return subscriptionEntry(subscription);
  });
}
