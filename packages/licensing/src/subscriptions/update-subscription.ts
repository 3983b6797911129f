import { actorOf, isUuid, type Principal, requireSecondFactor } from '@org/identity-core';
import { type IdentityPluginHost, inTenantTransaction, lockSubscriptionRow } from '@org/identity-prisma';
import type { z } from 'zod';
import { seatsInUse, subscriptionNotFound } from '../access/errors.js';
import type { UpdateSubscriptionBody } from '../schemas.js';
import { subscriptionEntry, withNames } from './subscription-entry.js';

interface Input {
  tenantId: string;
  subscriptionId: string;
  principal: Principal;
  changes: z.output<typeof UpdateSubscriptionBody>;
}

/** Changes the quantity, status or end of a subscription. The quantity cannot be lower than the assigned seats. */
export async function updateSubscription({ db, events }: Pick<IdentityPluginHost, 'db' | 'events'>, input: Input) {
  const { tenantId, subscriptionId, changes } = input;
  const { quantity, status, expiresAt } = changes;
  if (!isUuid(tenantId) || !isUuid(subscriptionId)) throw subscriptionNotFound();
  return inTenantTransaction({ db, tenantId, locks: 'seats' }, async (tx) => {
    const locked = await lockSubscriptionRow(tx, { tenantId, subscriptionId });
    if (!locked) throw subscriptionNotFound();
    const { assigned, mfaRequired } = locked;
    requireSecondFactor(input.principal, { mfaRequired });
    if (quantity !== undefined && quantity < assigned) throw seatsInUse(assigned);
    const subscription = await tx.subscription.update({
      where: { id: subscriptionId },
      data: {
        ...(quantity === undefined ? {} : { quantityPurchased: quantity }),
        ...(status === undefined ? {} : { status }),
        ...(expiresAt === undefined ? {} : { expiresAt }),
      },
      include: withNames,
    });
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
