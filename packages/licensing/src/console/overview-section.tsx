import { managesTenant, ofTenant, type TenantArea } from '@org/identity-core';
import { textsOf } from '@org/identity-ui';
import type { LicenseFacts } from './facts-of-visit.js';
import { SeatChart } from './seat-parts.js';
import { consoleTexts } from './texts.js';

const areaTexts = textsOf(consoleTexts, ({ overview: { title } }) => ({ name: title, title }));

/** On the overview of those who manage the tenant: the seats of each application. */
export function overviewSection(facts: LicenseFacts): TenantArea {
  return {
    place: 'tenant',
    origins: ofTenant,
    path: 'overview-seats',
    sectionOf: '',
    order: 30,
    texts: areaTexts,
    async draw(visit) {
      const { base, language } = visit;
      if (!managesTenant(visit)) return null;
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
