import type { Principal } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { manager, tenantOf } from '../access/rights.js';
import { allowedSeats } from '../seat-changes/allowed-seats.js';
import { readSubscriptions, subscriptionEntry } from './subscription-entry.js';

/** Seats that were bought, held, reserved for invited people, and free to be granted. Only active subscriptions count. */
export interface SeatTotals {
  readonly bought: number;
  readonly held: number;
  readonly reserved: number;
  /** With the overage. */
  readonly free: number;
}

export type SummarizedSubscription = ReturnType<typeof subscriptionEntry>;

export interface LicenseTypeSeats extends SeatTotals {
  readonly id: string;
  readonly name: string;
  /** All of them, also those that have ended. */
  readonly subscriptions: readonly SummarizedSubscription[];
}

export interface ApplicationSeats extends SeatTotals {
  readonly id: string;
  readonly name: string;
  readonly licenseTypes: readonly LicenseTypeSeats[];
}

/** The seats of the caller's tenant by application and license type, from the counters of the subscriptions. */
export async function summarizeSeats(
  services: Pick<IdentityPluginHost, 'db' | 'events'>,
  { principal, applicationId }: { principal: Principal; applicationId?: string },
): Promise<ApplicationSeats[]> {
  const tenantId = tenantOf(manager(principal, 'licenses:read'));
  const rows = await readSubscriptions(services, { tenantId, applicationId });
  const applications = groupBy(rows.map(subscriptionEntry), ({ applicationId }) => applicationId);
  return [...applications].map(([id, subscriptions]) => ({
    id,
    name: subscriptions[0]?.applicationName ?? '',
    ...totalsOf(subscriptions),
    licenseTypes: [...groupBy(subscriptions, ({ licenseTypeId }) => licenseTypeId)].map(([typeId, ofType]) => ({
      id: typeId,
      name: ofType[0]?.licenseTypeName ?? '',
      ...totalsOf(ofType),
      subscriptions: ofType,
    })),
  }));
}

function totalsOf(subscriptions: readonly SummarizedSubscription[]): SeatTotals {
  const active = subscriptions.filter(({ status }) => status === 'ACTIVE');
  const sum = (of: (each: SummarizedSubscription) => number) => active.reduce((total, each) => total + of(each), 0);
  return {
    bought: sum(({ quantityPurchased }) => quantityPurchased),
    held: sum(({ quantityAssigned }) => quantityAssigned),
    reserved: sum(({ quantityReserved }) => quantityReserved),
    free: sum(
      ({ quantityPurchased, overagePercent, quantityAssigned, quantityReserved }) =>
        allowedSeats(quantityPurchased, overagePercent) - quantityAssigned - quantityReserved,
    ),
  };
}

function groupBy<Entry>(entries: readonly Entry[], keyOf: (entry: Entry) => string): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) groups.set(keyOf(entry), [...(groups.get(keyOf(entry)) ?? []), entry]);
  return groups;
}
