import type { IdentityPlugin } from '@org/identity-prisma';
import { licenseClaims } from './check/license-claims.js';
import { consoleAreas } from './console/console-areas.js';
import { dataChecks } from './data-checks/data-checks.js';
import { licenseNames } from './license-types/license-names.js';
import { platformAreas } from './platform/platform-areas.js';
import { reclaimJob } from './reclaim/reclaim-seats.js';
import { reduceArea } from './reduce/reduce-area.js';
import { routes } from './routes.js';
import { createSeatUses } from './seat-use/seat-uses.js';
import { seatData } from './seats/personal-data.js';
import { seatReleases } from './seats/release-seats.js';

/** License types, subscriptions and seats: who may use which application, and which features of it. */
export function licensing(): IdentityPlugin {
  const uses = createSeatUses();
  return {
    name: 'licensing',
    routes: (host) => routes(host, uses),
    areas: (host) => [...consoleAreas(host), reduceArea(host), ...platformAreas(host)],
    tokenClaims: (host) => licenseClaims({ ...host, uses }),
    subscribers: seatReleases,
    jobs: (host) => [reclaimJob(host)],
    personalData: seatData,
    names: licenseNames,
    checks: dataChecks,
    close: () => uses.flush(),
  };
}
