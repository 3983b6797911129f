import { IdentityError } from '@org/identity-core';

export const invalidApplicationId = () => new IdentityError('INVALID_APPLICATION_ID', 'There is no such application.');
/** There is no such license type, or it belongs to another application. */
export const invalidLicenseType = () =>
  new IdentityError('INVALID_LICENSE_TYPE', 'The application has no such license type.');
/** The user is not an active member of the tenant. */
export const userNotFound = () => new IdentityError('USER_NOT_FOUND', 'The tenant has no such active member.');
/** There is no such account at all. */
export const unknownUser = () => new IdentityError('USER_NOT_FOUND', 'There is no such user.');
export const alreadyLicensed = () =>
  new IdentityError(
    'ALREADY_LICENSED',
    'This user already has a license for the application. Revoke that one first, or send replace.',
  );
const withoutSeats = {
  NOTHING_BOUGHT: 'The tenant has no subscription of this license: nothing was bought.',
  NOT_ACTIVE: 'The subscription of this license is not active: it is suspended or canceled, or has expired.',
  NONE_FREE: 'The tenant has no free seat of this license.',
};
/** Why there is no seat: no subscription, no active one, or none with a free seat. */
export type WithoutSeats = keyof typeof withoutSeats;
/** One code for all reasons. The message tells them apart, and so do pages. */
export const noSeatsAvailable = (reason: WithoutSeats = 'NONE_FREE') =>
  new IdentityError('NO_SEATS_AVAILABLE', withoutSeats[reason], { reason });
export const licenseNotFound = () =>
  new IdentityError('LICENSE_NOT_FOUND', 'This user has no license for the application.');
export const subscriptionNotFound = () =>
  new IdentityError('SUBSCRIPTION_NOT_FOUND', 'The tenant has no such subscription.');
export const slugTaken = () =>
  new IdentityError('SLUG_TAKEN', 'The application already has a license type with this slug. Choose another one.');
/** The quantity, with its overage, cannot be lower than the seats that are assigned and reserved. */
export const seatsInUse = (inUse: number) =>
  new IdentityError('SEATS_IN_USE', `${inUse} seats are assigned or reserved. Release some of them first.`);
/** A tenant can try each application once. */
export const trialUsed = () => new IdentityError('TRIAL_USED', 'The tenant has tried this application before.');
/** A lease works without the server, so its seat cannot be given to somebody else before it ends. */
export const seatLeased = (until: Date) =>
  new IdentityError(
    'SEAT_LEASED',
    `The license is leased until ${until.toISOString()}. Free the seat of the lease, or wait until then.`,
  );
/** No such client, or one that may not act for members of the tenant. */
export const agentNotFound = () =>
  new IdentityError('AGENT_NOT_FOUND', 'There is no such agent: no client that may act for members of the tenant.');
export const agentLicensed = () =>
  new IdentityError('ALREADY_LICENSED', 'This agent already has a seat of the application. Take that one back first.');
export const agentSeatNotFound = () =>
  new IdentityError('AGENT_SEAT_NOT_FOUND', 'The tenant has no such seat of an agent.');
export const leasesOff = () =>
  new IdentityError('LEASES_OFF', 'Seats of this subscription cannot be leased: the seller has switched leases off.');
export const leaseNotFound = () =>
  new IdentityError('LEASE_NOT_FOUND', 'The tenant has no such lease that still runs.');
/** The same rule means the same license type and role. */
export const ruleExists = () => new IdentityError('RULE_EXISTS', 'The tenant has the same license rule already.');
export const ruleNotFound = () => new IdentityError('RULE_NOT_FOUND', 'The tenant has no such license rule.');
