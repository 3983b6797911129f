import { csvDownload, managesTenant, ofTenant, type TenantArea, type TenantVisit } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { chartRangeOf, pageNumberOf, textsOf } from '@org/identity-ui';
import { findApplication } from '../console/application-area.js';
import { exportPeriods } from './export-periods.js';
import { HistoryContent } from './history-content.js';
import { endOf, findPersonId, readAsked } from './history-query.js';
import { listPeriods } from './list-periods.js';
import { causeInWords, holderName, typeNames } from './period-words.js';
import { readSeatDays } from './seat-days.js';
import { historyTexts } from './texts.js';

const rowsPerPage = 50;
const dayMilliseconds = 24 * 60 * 60 * 1000;

const areaTexts = textsOf(historyTexts, ({ history: { name, title } }) => ({ name, title }));

/** Who held a seat of one application and when, and how many seats were bought, held and reserved. */
export function historyArea(host: IdentityPluginHost): TenantArea {
  return {
    place: 'tenant',
    origins: ofTenant,
    path: 'licenses/:applicationId/history',
    parent: 'licenses',
    texts: areaTexts,
    isOpen: managesTenant,
    async draw(visit) {
      const { principal, query, language, tenant } = visit;
      const application = await findApplication(host, visit);
      const asked = readAsked(query);
      const filter = await filterOf(host, visit);
      const page = pageNumberOf(query);
      const scope = { tenantId: tenant.id, applicationId: application.id };
      const found = filter
        ? await listPeriods(host, { ...scope, principal, ...filter, page, limit: rowsPerPage })
        : undefined;
      const range = chartRangeOf(query);
      const end = new Date();
      const start = new Date(Math.floor(end.getTime() / dayMilliseconds - range + 1) * dayMilliseconds);
      const days = await readSeatDays(host.db, { ...scope, start, end });
      const ids = [...(found?.periods ?? []).map(({ userId }) => userId), ...(filter?.userId ? [filter.userId] : [])];
      const names = await host.namesOf(ids, { tenantId: tenant.id });
      return {
        heading: historyTexts[language].history.of(application.name),
        content: (
          <HistoryContent
            {...{ visit, application, asked, found, range, days, names, start, end }}
            personId={filter?.userId}
          />
        ),
      };
    },
    downloads: {
      async history(visit) {
        const { principal, language, tenant } = visit;
        const application = await findApplication(host, visit);
        const filter = await filterOf(host, visit);
        const types = typeNames(application);
        async function* pages() {
          if (!filter) return;
          const input = { tenantId: tenant.id, applicationId: application.id, principal, ...filter };
          for await (const rows of await exportPeriods(host, input)) {
            const ids = rows.map(({ userId }) => userId);
            const names = await host.namesOf(ids, { tenantId: tenant.id });
            yield rows.map(({ userId, licenseTypeId, from, to, cause }) => [
              holderName(userId, names, language),
              userId,
              types.get(licenseTypeId) ?? licenseTypeId,
              from,
              to,
              causeInWords(cause, language),
            ]);
          }
        }
        return csvDownload(`history-${tenant.slug}.csv`, historyTexts[language].history.csv, pages());
      },
    },
  };
}

/** The filter of the URL; undefined if nobody can match. */
async function filterOf(
  host: IdentityPluginHost,
  { query, tenant }: TenantVisit,
): Promise<{ userId?: string; at?: Date } | undefined> {
  const { person, at } = readAsked(query);
  const moment = at === undefined ? {} : { at: endOf(at) };
  if (person === undefined) return moment;
  const userId = await findPersonId(host, { tenantId: tenant.id, person });
  return userId === undefined ? undefined : { ...moment, userId };
}
