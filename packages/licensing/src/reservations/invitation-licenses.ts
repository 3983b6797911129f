import type { InvitationLicenses, InvitationReservation } from '@org/identity-core';
import { isUuid } from '@org/identity-core';
import { type IdentityPluginHost, lockSubscriptionRows, type Transaction } from '@org/identity-prisma';
import { invalidApplicationId, invalidLicenseType } from '../access/errors.js';
import { dropReservations, reserveSeats } from '../seat-changes/reserve-seats.js';
import { settleSeats } from '../seat-changes/settle-seats.js';
import { listLicenseChoices } from './list-license-choices.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events'>;

/** Keeps seats for invited users. */
export function invitationLicenses(services: Services): InvitationLicenses<Transaction> {
  return {
    reserve: (tx, reservation) => reserveForInvitation(tx, services, reservation),
    choices: (tenantId) => listLicenseChoices(services, tenantId),
  };
}

/** Reserves a seat of each license. If the invitation is sent again, its seats are not given to others in between. */
async function reserveForInvitation(
  tx: Transaction,
  services: Pick<Services, 'events'>,
  reservation: InvitationReservation,
): Promise<void> {
  const { tenantId, invitationId, licenses } = reservation;
  await requireLicenses(tx, licenses);
  const scope = { tenantId, licenseTypeIds: licenses.map(({ licenseTypeId }) => licenseTypeId) };
  let subscriptions = await lockSubscriptionRows(tx, scope);
  // Expired reservations go to the waiting list, including those of this invitation.
  if (await settleSeats(tx, services, subscriptions)) subscriptions = await lockSubscriptionRows(tx, scope);
  subscriptions = await dropReservations(tx, { invitationId, subscriptions });
  await reserveSeats(tx, services, { ...reservation, subscriptions });
}

/** Throws if there is no such application, or if it has no such license type. */
async function requireLicenses(tx: Transaction, licenses: InvitationReservation['licenses']): Promise<void> {
  const applicationIds = licenses.map(({ applicationId }) => applicationId);
  if (!applicationIds.every(isUuid)) throw invalidApplicationId();
  const applications = await tx.application.findMany({
    where: { id: { in: applicationIds } },
    select: { id: true, licenseTypes: { select: { id: true } } },
  });
  const types = new Map(applications.map(({ id, licenseTypes }) => [id, licenseTypes]));
  for (const { applicationId, licenseTypeId } of licenses) {
    const ofApplication = types.get(applicationId);
    if (!ofApplication) throw invalidApplicationId();
    if (!ofApplication.some(({ id }) => id === licenseTypeId)) throw invalidLicenseType();
  }
}
