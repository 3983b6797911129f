import type { LicenseCheck } from '../create-identity-client.js';
import { IdentityClientError } from '../identity-client-error.js';
import type { Generation } from './generation.js';
import { type MirrorReason, reasonOf, type SubscriptionFacts } from './subscription.js';

/** What memory says about a user: the facts of the subscription and the index of the seat; or the reason why there is no license. */
export interface Found {
  reason: MirrorReason;
  facts: SubscriptionFacts | undefined;
  seat: number;
}

/** The error for an answer that memory must not give. */
export function stale(message: string): IdentityClientError {
  return new IdentityClientError('STALE', message);
}

const refusal = (reason: LicenseCheck['reason']): LicenseCheck =>
  Object.freeze({
    hasLicense: false,
    licenseType: null,
    licenseTypeName: null,
    features: Object.freeze([]),
    limits: Object.freeze({}),
    reason,
  });

/** The results without a license, which all checks share. */
export const refusals = {
  NO_SEAT: refusal('NO_SEAT'),
  SUBSCRIPTION_SUSPENDED: refusal('SUBSCRIPTION_SUSPENDED'),
  SUBSCRIPTION_CANCELED: refusal('SUBSCRIPTION_CANCELED'),
  SUBSCRIPTION_EXPIRED: refusal('SUBSCRIPTION_EXPIRED'),
  SUBSCRIPTION_NOT_STARTED: refusal('SUBSCRIPTION_NOT_STARTED'),
};

/**
 * Looks a user up and writes the result into `found`, which is used again for the next check. Throws `STALE` if what is in
 * memory is too old, or is known to have changed.
 */
export function findSeat(
  { copy, clock }: Generation,
  tenantId: string,
  userId: string,
  maxStaleMilliseconds: number,
  found: Found,
): void {
  const asOf = clock.asOf();
  const latest = clock.latest();
  // Written so that a result that is not a number is too old.
  if (!(latest - asOf <= maxStaleMilliseconds)) throw stale('The license mirror is too old.');
  if (copy.loading.isUnknown(tenantId, userId, asOf)) throw stale('The account was enabled, and is being loaded.');
  found.facts = undefined;
  found.seat = findIn(copy.seats, tenantId, userId);
  const subscription = found.seat < 0 ? undefined : copy.seats.subscriptionOf(found.seat);
  if (!subscription) {
    found.reason = 'NO_SEAT';
    return;
  }
  const { facts, outdated, usableFrom } = subscription;
  if (outdated || usableFrom > asOf) throw stale('The subscription has changed, and is being loaded.');
  if (!facts) {
    found.reason = 'NO_SEAT';
    return;
  }
  if (facts.settleAt <= latest) throw stale('A planned quantity of the subscription takes effect.');
  // It is at least as late as `asOf`.
  found.reason = reasonOf(facts, asOf, latest);
  found.facts = facts;
}

/** Ids of the service are in lower case; those of a caller may not be. */
function findIn(seats: Generation['copy']['seats'], tenantId: string, userId: string): number {
  const seat = seats.find(tenantId, userId);
  return seat >= 0 ? seat : seats.find(tenantId.toLowerCase(), userId.toLowerCase());
}
