import type { IdentityPlugin } from '@org/identity-prisma';
import { licenseClaims } from './license-claims.js';
import { licenseNames } from './license-names.js';
import { seatData } from './personal-data.js';
import { seatReleases } from './release-seats.js';
import { routes } from './routes.js';

/** License types, subscriptions and seats: who may use which application, and which features of it. */
export function licensing(): IdentityPlugin {
  return {
    name: 'licensing',
    routes,
    tokenClaims: ({ pool }) => licenseClaims(pool),
    subscribers: seatReleases,
    personalData: seatData,
    names: licenseNames,
  };
}
