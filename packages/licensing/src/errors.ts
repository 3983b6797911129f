import { IdentityError } from '@org/identity-core';

export const invalidApplicationId = () => new IdentityError('INVALID_APPLICATION_ID', 'There is no such application.');
/** No such license type, or one of another application. */
export const invalidLicenseType = () =>
  new IdentityError('INVALID_LICENSE_TYPE', 'The application has no such license type.');
/** Nobody who could hold a seat of this tenant. */
export const userNotFound = () => new IdentityError('USER_NOT_FOUND', 'The tenant has no such active member.');
export const alreadyLicensed = () =>
  new IdentityError(
    'ALREADY_LICENSED',
    'This person holds a license of the application already. Revoke that one first.',
  );
/** No subscription, none that is active, or none with a free seat. */
export const noSeatsAvailable = () =>
  new IdentityError('NO_SEATS_AVAILABLE', 'The tenant has no free seat of this license.');
export const licenseNotFound = () =>
  new IdentityError('LICENSE_NOT_FOUND', 'This person holds no license of the application.');
export const tenantNotFound = () => new IdentityError('TENANT_NOT_FOUND', 'There is no such tenant.');
export const subscriptionNotFound = () =>
  new IdentityError('SUBSCRIPTION_NOT_FOUND', 'The tenant has no such subscription.');
export const slugTaken = () =>
  new IdentityError('SLUG_TAKEN', 'The application has a license type of this slug already. Choose another one.');
/** The quantity cannot go below the seats that are assigned. */
export const seatsInUse = (assigned: number) =>
  new IdentityError('SEATS_IN_USE', `${assigned} seats are assigned. Revoke some of them first.`);
