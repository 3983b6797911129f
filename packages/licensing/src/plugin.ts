import type { IdentityPlugin } from '@org/identity-prisma';
import { licenseClaims } from './check/license-claims.js';
import { consoleAreas } from './console/console-areas.js';
import { dataChecks } from './data-checks/data-checks.js';
import { historyAreas } from './history-pages/history-areas.js';
import { tidyLeasesJob } from './lease-tokens/tidy-leases.js';
import { licenseNames } from './license-types/license-names.js';
import { platformAreas } from './platform/platform-areas.js';
import { routes } from './routes.js';
import { seatData } from './seats/personal-data.js';
import { seatReleases } from './seats/release-seats.js';

/** License types, subscriptions and seats: who may use which application, and which features of it. */
export function licensing(): IdentityPlugin {
  return {
    name: 'licensing',
    routes,
    areas: (host) => [...consoleAreas(host), ...historyAreas(host), ...platformAreas(host)],
    tokenClaims: ({ pool }) => licenseClaims(pool),
    subscribers: seatReleases,
    jobs: (host) => [tidyLeasesJob(host)],
    personalData: seatData,
    names: licenseNames,
    checks: dataChecks,
  };
}
