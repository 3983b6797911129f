import { managesTenant, ofTenant, type TenantArea } from '@org/identity-core';
import { Empty, textsOf } from '@org/identity-ui';
import type { AuditServices } from './audit-area.js';
import { idsIn } from './event-words.js';
import { EventsTable } from './events-table.js';
import { searchEvents } from './search-events.js';
import { auditTexts } from './texts.js';

const shown = 10;

const areaTexts = textsOf(auditTexts, ({ recent: { title } }) => ({ name: title, title }));

/** The latest events on the overview of a tenant's console. */
export function recentEventsSection({ db, namesOf }: Pick<AuditServices, 'db' | 'namesOf'>): TenantArea {
  return {
    place: 'tenant',
    origins: ofTenant,
    path: 'recent-events',
    sectionOf: '',
    order: 80,
    texts: areaTexts,
    isOpen: managesTenant,
    async draw({ base, principal, tenant, language }) {
      const { recent } = auditTexts[language];
      const { events } = await searchEvents(db, { tenantId: tenant.id, principal, filter: {}, limit: shown });
      if (events.length === 0) return <Empty>{recent.empty}</Empty>;
      const names = await namesOf(idsIn(events), { tenantId: tenant.id });
      const path = `${base}/audit`;
      return (
        <>
          <EventsTable {...{ events, names, language, path }} />
          <p>
            <a href={path}>{recent.more}</a>
          </p>
        </>
      );
    },
  };
}
