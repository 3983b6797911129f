import type { IdentityPlugin } from '@org/identity-prisma';
import { licenseClaims } from './check/license-claims.js';
import { consoleAreas } from './console/console-areas.js';
import { dataChecks } from './data-checks/data-checks.js';
import { licenseNames } from './license-types/license-names.js';
import { platformAreas } from './platform/platform-areas.js';
import { reservationReleases } from './reservations/free-reservations.js';
import { invitationLicenses } from './reservations/invitation-licenses.js';
import { routes } from './routes.js';
import { memberEquipment } from './rules/equip-member.js';
import { rulesArea } from './rules-page/rules-area.js';
import { seatData } from './seats/personal-data.js';
import { seatReleases } from './seats/release-seats.js';

/** License types, subscriptions and seats: who may use which application, and which features of it. */
export function licensing(): IdentityPlugin {
  return {
    name: 'licensing',
    routes,
    areas: (host) => [...consoleAreas(host), rulesArea(host), ...platformAreas(host)],
    tokenClaims: ({ pool }) => licenseClaims(pool),
    subscribers: (host) => [...seatReleases(host), ...reservationReleases(host), ...memberEquipment(host)],
    invitationLicenses,
    personalData: seatData,
    names: licenseNames,
    checks: dataChecks,
  };
}
