import type { Subscriber } from '@org/identity-core';
import { type IdentityPluginHost, lockSubscriptionRows, type Transaction } from '@org/identity-prisma';
import { handOutSeats } from '../seat-changes/hand-out-seats.js';
import { dropReservations } from '../seat-changes/reserve-seats.js';
import { settleSeats } from '../seat-changes/settle-seats.js';

/** Gives the seats of a revoked invitation to those who wait for them, in the same transaction. */
export function reservationReleases(services: Pick<IdentityPluginHost, 'events'>): Subscriber<Transaction>[] {
  return [
    {
      on: 'invitation.revoked',
      async handle(tx, { tenantId, subjectId: invitationId, data: { licenses } }) {
        if (!tenantId || !invitationId || !Array.isArray(licenses)) return;
        const subscriptions = await lockSubscriptionRows(tx, { tenantId, licenseTypeIds: licenses });
        await dropReservations(tx, { invitationId, subscriptions });
        if (!(await settleSeats(tx, services, subscriptions))) await handOutSeats(tx, services, subscriptions);
      },
    },
  ];
}
