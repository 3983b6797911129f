import { managesTenant, ofTenant, type TenantArea, type TenantVisit } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { pageNumberOf, textsOf } from '@org/identity-ui';
import { findApplication, rowsPerPage } from '../console/application-area.js';
import { declineRequest } from './decline-request.js';
import { getRequest } from './get-request.js';
import { listRequests } from './list-requests.js';
import { RequestsContent, type ShownStatus, shownStatuses } from './requests-content.js';
import { requestsTexts } from './texts.js';

const areaTexts = textsOf(requestsTexts, ({ requests, notices, refusals }) => ({
  name: requests.name,
  title: requests.name,
  notices,
  refusals,
}));

/** How many requests of each kind the page shows if it shows several kinds. */
const firstRows = 10;

/** The requests for one application: those to decide, and the waiting list in its order. */
export function requestsArea(host: IdentityPluginHost): TenantArea {
  return {
    place: 'tenant',
    origins: ofTenant,
    path: 'licenses/:applicationId/requests',
    parent: 'licenses',
    texts: areaTexts,
    isOpen: managesTenant,
    async draw(visit) {
      const { principal, tenant, query, language } = visit;
      const application = await findApplication(host, visit);
      const chosen = shownStatuses.find((status) => status === query['status']);
      const pageOf = (status: ShownStatus) =>
        listRequests(host, {
          tenantId: tenant.id,
          principal,
          status,
          applicationId: application.id,
          page: chosen ? pageNumberOf(query) : 1,
          limit: chosen ? rowsPerPage : firstRows,
        });
      // One after the other: the first one may hand out seats that the second one has to show.
      const sections = [];
      for (const status of chosen ? [chosen] : (['PENDING', 'WAITING'] as const))
        sections.push({ status, ...(await pageOf(status)) });
      const ids = sections.flatMap(({ requests }) => requests.map(({ userId }) => userId));
      const names = await host.namesOf(ids, { tenantId: tenant.id });
      return {
        heading: requestsTexts[language].requests.title(application.name),
        content: <RequestsContent {...{ visit, application, chosen, sections, names }} />,
      };
    },
    async confirm(visit) {
      const { confirm } = requestsTexts[visit.language];
      const name = await personOf(host, visit, visit.form['requestId'] ?? '');
      return { title: confirm.takeOff(name), button: confirm.takeOffButton };
    },
    async act({ principal, tenant, form }) {
      await declineRequest(host, { tenantId: tenant.id, principal, requestId: form['requestId'] ?? '' });
      return { done: 'taken-off' };
    },
  };
}

/** The name of the user whose request it is. */
export async function personOf(
  host: Pick<IdentityPluginHost, 'db' | 'events' | 'namesOf'>,
  { principal, tenant }: TenantVisit,
  requestId: string,
): Promise<string> {
  const { userId, email } = await getRequest(host, { tenantId: tenant.id, principal, requestId });
  return (await host.namesOf([userId], { tenantId: tenant.id })).get(userId) ?? email;
}
