import { managesTenant, type TenantArea } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { textsOf } from '@org/identity-ui';
import { listSeatsOfUser } from '../seats/list-seats-of-user.js';
import type { LicenseFacts } from './facts-of-visit.js';
import { OwnSeats, SeatChart } from './seat-parts.js';
import { consoleTexts } from './texts.js';

const areaTexts = textsOf(consoleTexts, ({ overview: { title } }) => ({ name: title, title }));

/** On the overview: the seats of each application; for plain members, their own seats. */
export function overviewSection(host: IdentityPluginHost, facts: LicenseFacts): TenantArea {
  return {
    place: 'tenant',
    path: 'overview-seats',
    sectionOf: '',
    order: 30,
    texts: areaTexts,
    async draw(visit) {
      const { principal, base, language } = visit;
      if (!managesTenant(visit)) {
        const seats = await listSeatsOfUser(host, { principal, userId: principal.userId });
        return { heading: consoleTexts[language].own.title, content: <OwnSeats seats={seats} /> };
      }
      const applications = await facts.applications(visit);
      if (applications.length === 0) return null;
      const { overview, licenses } = consoleTexts[language];
      return (
        <>
          <SeatChart title={overview.chart} bar={licenses.application} of={applications} />
          <p class="bar">
            <a class="button button-secondary" href={`${base}/licenses`}>
              {overview.more}
            </a>
          </p>
        </>
      );
    },
  };
}
