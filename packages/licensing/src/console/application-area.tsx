import { isUuid, managesTenant, ofTenant, type TenantArea, type TenantVisit } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { checkedIds, textsOf } from '@org/identity-ui';
import { idleDaysIn } from '../seat-use/idle-filter.js';
import { applicationNotFound } from '../seats/application-not-found.js';
import { listHolders } from '../seats/list-holders.js';
import { replaceSeats } from '../seats/replace-seats.js';
import { revokeSeats } from '../seats/revoke-seats.js';
import { type ApplicationSeats, summarizeSeats } from '../subscriptions/summarize-seats.js';
import { HoldersContent } from './holders-content.js';
import { holdersCsv } from './holders-csv.js';
import { problemsOf } from './seat-problems.js';
import { consoleTexts } from './texts.js';

/** How many rows a page of people has. */
export const rowsPerPage = 50;

const areaTexts = textsOf(consoleTexts, ({ licenses, notices, refusals }) => ({
  name: licenses.name,
  title: licenses.title,
  notices,
  refusals,
}));

/** Who has a seat of one application: search, CSV, and taking seats back from one or many. */
export function applicationArea(host: IdentityPluginHost): TenantArea {
  return {
    place: 'tenant',
    origins: ofTenant,
    path: 'licenses/:applicationId',
    parent: 'licenses',
    texts: areaTexts,
    isOpen: managesTenant,
    async draw(visit, problems = {}) {
      const { principal, query, language, tenant } = visit;
      const application = await findApplication(host, visit);
      const { search, after } = query;
      const page = await listHolders(host.db, {
        principal,
        applicationId: application.id,
        search,
        idleDays: idleDaysIn(query),
        after,
        limit: rowsPerPage,
      });
      const names = await host.namesOf(Object.keys(problems), { tenantId: tenant.id });
      return {
        heading: consoleTexts[language].holders.title(application.name),
        content: <HoldersContent {...{ visit, application, page, problems, names }} />,
      };
    },
    downloads: {
      holders: async (visit) => holdersCsv(host.db, visit, await findApplication(host, visit)),
    },
    errorsOf: ({ details }) => problemsOf(details),
    async confirm(visit) {
      const userIds = checkedIds(visit.form, 'user');
      if (userIds.length === 0) return undefined;
      const application = await findApplication(host, visit);
      if (visit.form['action'] === 'change') return changeQuestion(host, visit, { userIds, application });
      return takeBackQuestion(host, visit, { userIds, application: application.name });
    },
    async act({ principal, params, form }) {
      const applicationId = params['applicationId'] ?? '';
      if (form['action'] === 'change') {
        const licenseTypeId = form['licenseType'] ?? '';
        await replaceSeats(host, { principal, applicationId, licenseTypeId, userIds: checkedIds(form, 'user') });
        return { done: 'type-changed' };
      }
      await revokeSeats(host, { principal, applicationId, userIds: checkedIds(form, 'user') });
      return { done: 'taken-back' };
    },
  };
}

/** The application of the page, with its seats. Throws if the tenant has no subscription of it. */
export async function findApplication(
  services: Pick<IdentityPluginHost, 'db' | 'events'>,
  { principal, params }: Pick<TenantVisit, 'principal' | 'params'>,
): Promise<ApplicationSeats> {
  const applicationId = params['applicationId'] ?? '';
  if (!isUuid(applicationId)) throw applicationNotFound();
  const [application] = await summarizeSeats(services, { principal, applicationId });
  if (!application) throw applicationNotFound();
  return application;
}

/** What to ask before seats are taken back. */
export async function takeBackQuestion(
  host: Pick<IdentityPluginHost, 'namesOf'>,
  { tenant, language }: Pick<TenantVisit, 'tenant' | 'language'>,
  { userIds, application }: { userIds: readonly string[]; application: string },
) {
  const { takeBack, refused } = consoleTexts[language];
  const [only = '', ...more] = userIds;
  const names = await host.namesOf(more.length > 0 ? [] : [only], { tenantId: tenant.id });
  const title = more.length > 0 ? takeBack.many(userIds.length) : takeBack.one(names.get(only) ?? refused.unknown);
  return { title, button: takeBack.button, facts: [takeBack.fact(application)] };
}

/** What to ask before people get another license type. Without such a type, the change itself is refused. */
export async function changeQuestion(
  host: Pick<IdentityPluginHost, 'namesOf'>,
  { tenant, language, form }: Pick<TenantVisit, 'tenant' | 'language' | 'form'>,
  { userIds, application }: { userIds: readonly string[]; application: ApplicationSeats },
) {
  const { change, refused } = consoleTexts[language];
  const chosen = form['licenseType'] ?? form['license'];
  const type = application.licenseTypes.find(({ id }) => id === chosen);
  if (!type) return undefined;
  const [only = '', ...more] = userIds;
  const names = await host.namesOf(more.length > 0 ? [] : [only], { tenantId: tenant.id });
  const one = () => change.one(names.get(only) ?? refused.unknown, type.name);
  return {
    title: more.length > 0 ? change.many(userIds.length, type.name) : one(),
    button: change.button,
    facts: [change.fact],
  };
}
