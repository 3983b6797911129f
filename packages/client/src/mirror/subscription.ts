import type { LicenseSnapshot } from '../generated/api-types.js';
import { unexpectedAnswer } from '../identity-client-error.js';

export type SnapshotSubscription = LicenseSnapshot['subscriptions'][number];

/** The reasons that a mirror gives. It knows seats only: who has none may also be no member, be suspended or wait for one. */
export type MirrorReason =
  | 'NO_SEAT'
  | 'SUBSCRIPTION_SUSPENDED'
  | 'SUBSCRIPTION_CANCELED'
  | 'SUBSCRIPTION_EXPIRED'
  | 'SUBSCRIPTION_NOT_STARTED'
  | 'LICENSED';

/** What decides about the seats of a subscription. Times in milliseconds, by the server's clock. */
export interface Subscription {
  readonly id: string;
  readonly tenantId: string;
  /** Undefined until it is loaded, and if there is no such subscription. */
  facts: SubscriptionFacts | undefined;
  /** Whether it has changed, so that what is known about it must not be used. */
  outdated: boolean;
  /** Increases with each change. A response to a request from before it is not used. */
  version: number;
  /** It must not be used before the stream is complete up to this time. */
  usableFrom: number;
}

export interface SubscriptionFacts {
  readonly licenseType: string;
  readonly licenseTypeName: string;
  readonly features: readonly string[];
  readonly limits: Readonly<Record<string, number>>;
  readonly status: SnapshotSubscription['status'];
  readonly startsAt: number;
  readonly expiresAt: number;
  /** When time may take seats away: then it must be loaded again. */
  readonly settleAt: number;
}

export function factsOf(loaded: SnapshotSubscription): SubscriptionFacts {
  const { licenseType, licenseTypeName, features, limits, status, startsAt, expiresAt, settleAt } = loaded;
  return {
    licenseType,
    licenseTypeName,
    // All results share them.
    features: Object.freeze([...features]),
    limits: Object.freeze({ ...limits }),
    status,
    startsAt: timeOf(startsAt),
    expiresAt: timeOf(expiresAt),
    settleAt: timeOf(settleAt),
  };
}

/** A time that cannot be read must not become one that never comes. */
export function timeOf(text: string | null): number {
  if (text === null) return Number.POSITIVE_INFINITY;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw unexpectedAnswer(200);
  return time;
}

/**
 * Why the seats of a subscription give a license or not, in the order of the service. The server's time is between `earliest`
 * and `latest`.
 */
export function reasonOf(
  { status, startsAt, expiresAt }: Pick<SubscriptionFacts, 'status' | 'startsAt' | 'expiresAt'>,
  earliest: number,
  latest: number,
): Exclude<MirrorReason, 'NO_SEAT'> {
  if (status === 'CANCELED') return 'SUBSCRIPTION_CANCELED';
  // Also for a status that only a newer service knows.
  if (status !== 'ACTIVE' && status !== 'EXPIRED') return 'SUBSCRIPTION_SUSPENDED';
  if (status === 'EXPIRED' || expiresAt <= latest) return 'SUBSCRIPTION_EXPIRED';
  return startsAt > earliest ? 'SUBSCRIPTION_NOT_STARTED' : 'LICENSED';
}
