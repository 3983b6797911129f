import { eventInWords, eventTypes, type PlatformArea, type UserVisit } from '@org/identity-core';
import { Empty, Filters, type Language, Pager, textsOf } from '@org/identity-ui';
import type { AuditServices } from './audit-area.js';
import { type AskedEvents, filterOf, queryOf, readAsked } from './event-filters.js';
import { idsIn } from './event-words.js';
import { EventsTable } from './events-table.js';
import { findAnyPerson, findTenantId, searchAllEvents } from './search-all-events.js';
import { auditTexts } from './texts.js';

const pageSize = 50;

const areaTexts = textsOf(auditTexts, ({ audit: { name, title } }) => ({ name, title }));

/** The events of all tenants and of none, with filters, for operators. */
export function allEventsArea(host: AuditServices): PlatformArea {
  return {
    place: 'platform',
    path: 'audit',
    order: 80,
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
      const clients = events.flatMap(({ actor }) => (actor.kind === 'machine' && actor.id !== null ? [actor.id] : []));
      const others = events.flatMap(({ subjectId, tenantId }) => [subjectId, tenantId]).filter((id) => id !== null);
      const names = await host.namesOf([...idsIn(events), ...clients, ...others], {});
      const filters = Object.entries({ ...queryOf(asked), tenant, scope }).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      );
      const { after } = query;
      return (
        <>
          <p>{allEvents.lead}</p>
          <AllFilters {...{ path, asked, tenant, scope, language }} />
          {events.length === 0 ? (
            <Empty>{typeof found === 'string' ? allEvents[found] : audit.empty}</Empty>
          ) : (
            <EventsTable {...{ events, names, language, path }} withTenant />
          )}
          <Pager
            {...{ path, next }}
            query={{ ...Object.fromEntries(filters), ...(after === undefined ? {} : { after }) }}
          />
          {filters.length > 0 && (
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

function AllFilters({ path, asked, tenant, scope, language }: Asked & { path: string; language: Language }) {
  const { audit, allEvents } = auditTexts[language];
  const types = eventTypes()
    .map((value) => ({ value: value as string, label: eventInWords(value, language) }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
  return (
    <Filters
      path={path}
      search={{ label: audit.personLabel, value: asked.person }}
      texts={[{ name: 'tenant', label: allEvents.tenantLabel, value: tenant }]}
      selects={[
        {
          name: 'type',
          label: audit.typeLabel,
          value: asked.type,
          choices: [{ value: '', label: audit.allTypes }, ...types],
        },
        {
          name: 'scope',
          label: allEvents.scopeLabel,
          value: scope,
          choices: [
            { value: '', label: allEvents.scopes.all },
            { value: 'none', label: allEvents.scopes.none },
          ],
        },
      ]}
      dates={[
        { name: 'from', label: audit.fromLabel, value: asked.from },
        { name: 'to', label: audit.toLabel, value: asked.to },
      ]}
    />
  );
}
