import type { DataChecks } from '@org/identity-core';
import { checkReservationPeriods, checkSubscriptionTerms } from './check-history.js';
import { checkSeatCounts, checkSeatHolders, checkSeatPeriods } from './check-seats.js';

/** What `identity-server verify` checks of the licenses. */
export const dataChecks: DataChecks = {
  counts: {
    'license types': 'identity.license_types',
    subscriptions: 'identity.subscriptions',
    seats: 'identity.seats',
  },
  checks: [checkSeatCounts, checkSeatHolders, checkSeatPeriods, checkReservationPeriods, checkSubscriptionTerms],
};
