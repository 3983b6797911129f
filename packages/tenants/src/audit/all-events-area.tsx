import type { PlatformArea, UserVisit } from '@org/identity-core';
import { type FilterFields, type Language, ListPage, queryOf, textsOf } from '@org/identity-ui';
import type { AuditServices } from './audit-area.js';
import { type AskedEvents, fieldsOf, filterOf, readAsked } from './event-filters.js';
import { idsIn } from './event-words.js';
import { EventsTable } from './events-table.js';
import { findAnyPerson, findTenantId, searchAllEvents } from './search-all-events.js';
import { auditTexts } from './texts.js';

const pageSize = 40;

const areaTexts = textsOf(auditTexts, ({ audit: { name, title } }) => ({ name, title }));

/** The events of all tenants and of none, with filters, for operators. */
export function allEventsArea(host: AuditServices): PlatformArea {
  return {
    place: 'platform',
    path: 'audit',
    order: 80,
    group: 'security',
    texts: areaTexts,
    async draw(visit) {
      const { base, query, principal, language } = visit;
      const { audit, allEvents } = auditTexts[language];
      const path = `${base}/audit`;
      const asked = readAsked(query);
      const tenant = query['tenant']?.trim().slice(0, 100) || undefined;
      const scope = query['scope'] === 'none' ? 'none' : undefined;
      const found = await resolve(host, visit, { asked, tenant, scope });
      const { events, next } =
        typeof found === 'string'
          ? { events: [], next: undefined }
          : await searchAllEvents(host.db, { ...found, principal, after: query['after'], limit: pageSize });
      const names = await host.namesOf(idsIn(events), {});
      const filters = allFields({ asked, tenant, scope }, language);
      return (
        <>
          <p>{allEvents.lead}</p>
          <ListPage
            {...{ path, filters }}
            isEmpty={events.length === 0}
            empty={typeof found === 'string' ? allEvents[found] : audit.empty}
            paging={{ after: query['after'], next }}
          >
            <EventsTable {...{ events, names, language }} path="" ofPlatform />
          </ListPage>
          {Object.keys(queryOf(filters)).length > 0 && (
            <p class="bar">
              <a href={path}>{audit.clear}</a>
            </p>
          )}
        </>
      );
    },
  };
}

interface Asked {
  asked: AskedEvents;
  /** A slug or an id. */
  tenant: string | undefined;
  scope: 'none' | undefined;
}

/** The tenant and the filter with the id of the person, or what was not found. */
async function resolve(host: AuditServices, { principal, query }: UserVisit, { asked, tenant, scope }: Asked) {
  const person = asked.person;
  const continued = query['after'] !== undefined;
  const personId = person === undefined ? undefined : await findAnyPerson(host, { principal, person, continued });
  if (person !== undefined && personId === undefined) return 'noPerson' as const;
  const filter = filterOf(asked, personId);
  if (tenant === undefined) return { tenantId: scope === 'none' ? null : undefined, filter };
  const tenantId = await findTenantId(host.db, { principal, tenant });
  return tenantId === undefined ? ('noTenant' as const) : { tenantId, filter };
}

function allFields({ asked, tenant, scope }: Asked, language: Language): FilterFields {
  const { tenantLabel, scopeLabel, scopes } = auditTexts[language].allEvents;
  const fields = fieldsOf(asked, language);
  const choices = [
    { value: '', label: scopes.all },
    { value: 'none', label: scopes.none },
  ];
  return {
    ...fields,
    texts: [{ name: 'tenant', label: tenantLabel, value: tenant }],
    selects: [...fields.selects, { name: 'scope', label: scopeLabel, value: scope, choices }],
  };
}
