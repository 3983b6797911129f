import type { IdentityPlugin } from '@org/identity-prisma';
import { adminRoutes } from './admin-routes.js';
import { integrationRoutes } from './integration-routes.js';
import { licenseClaims } from './license-claims.js';
import { seatData } from './personal-data.js';
import { seatReleases } from './release-seats.js';

/** License types, subscriptions and seats: who may use which application, and what of it. */
export function licensing(): IdentityPlugin {
  return {
    name: 'licensing',
    routes: (host) => [...integrationRoutes(host), ...adminRoutes(host)],
    tokenClaims: ({ pool }) => licenseClaims(pool),
    subscribers: seatReleases,
    personalData: seatData,
  };
}
