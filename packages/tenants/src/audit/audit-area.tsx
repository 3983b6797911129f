import { csvDownload, managesTenant, ofTenant, type TenantArea, type TenantVisit } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { hrefOf, ListPage, queryOf, textsOf } from '@org/identity-ui';
import { type AskedEvents, fieldsOf, filterOf, readAsked } from './event-filters.js';
import { idsIn } from './event-words.js';
import { csvOfEvents } from './events-csv.js';
import { EventsTable } from './events-table.js';
import { findPerson } from './find-person.js';
import { searchEvents } from './search-events.js';
import { auditTexts } from './texts.js';

export type AuditServices = Pick<IdentityPluginHost, 'db' | 'accounts' | 'namesOf' | 'events' | 'vault'>;

const pageSize = 40;

const areaTexts = textsOf(auditTexts, ({ audit: { name, title } }) => ({ name, title }));

/** The events of a tenant, with filters and as a CSV file. */
export function auditArea(host: AuditServices): TenantArea {
  const path = 'audit';
  return {
    place: 'tenant',
    origins: ofTenant,
    path,
    order: 80,
    group: 'security',
    texts: areaTexts,
    isOpen: managesTenant,
    async draw(visit) {
      const { base, query, principal, tenant, language } = visit;
      const { audit } = auditTexts[language];
      const here = `${base}/${path}`;
      const asked = readAsked(query);
      const filter = await resolve(host, visit, asked);
      const call = { tenantId: tenant.id, principal, after: query['after'], limit: pageSize };
      const { events, next } = filter
        ? await searchEvents(host.db, { ...call, filter })
        : { events: [], next: undefined };
      const names = await host.namesOf(idsIn(events), { tenantId: tenant.id });
      const filters = fieldsOf(asked, language);
      const given = queryOf(filters);
      return (
        <>
          <p>{audit.lead}</p>
          <ListPage
            path={here}
            filters={filters}
            isEmpty={events.length === 0}
            empty={filter ? audit.empty : audit.noPerson}
            paging={{ after: query['after'], next }}
          >
            <EventsTable {...{ events, names, language }} path="" />
          </ListPage>
          <p class="bar">
            {events.length > 0 && (
              <a class="button button-secondary" href={hrefOf(here, { ...given, download: 'events' })}>
                {audit.download}
              </a>
            )}
            {Object.keys(given).length > 0 && <a href={here}>{audit.clear}</a>}
          </p>
        </>
      );
    },
    downloads: {
      async events(visit) {
        const { language, principal, tenant, query } = visit;
        const filter = await resolve(host, visit, readAsked(query));
        const call = { tenantId: tenant.id, principal, language };
        return csvDownload(
          `events-${tenant.slug}.csv`,
          Object.values(auditTexts[language].csv),
          csvOfEvents(host, { ...call, filter }),
        );
      },
    },
  };
}

/** The filter with the id of the person; undefined if there is no such person. */
async function resolve(host: AuditServices, { principal, tenant }: TenantVisit, asked: AskedEvents) {
  if (asked.person === undefined) return filterOf(asked, undefined);
  const personId = await findPerson(host, { tenantId: tenant.id, principal, person: asked.person });
  return personId === undefined ? undefined : filterOf(asked, personId);
}
