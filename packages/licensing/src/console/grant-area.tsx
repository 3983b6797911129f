import { managesTenant, ofTenant, type TenantArea } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { checkedIds, textsOf } from '@org/identity-ui';
import { findMembersWithoutSeat } from '../seats/find-members-without-seat.js';
import { grantSeats } from '../seats/grant-seats.js';
import { findApplication, rowsPerPage } from './application-area.js';
import { GrantContent } from './grant-content.js';
import { problemsOf } from './seat-problems.js';
import { consoleTexts } from './texts.js';

const areaTexts = textsOf(consoleTexts, ({ grant, notices, refusals }) => ({
  name: grant.name,
  title: grant.name,
  notices,
  refusals,
}));

/**
 * Grants seats of one application to one or many members. All of them get one or nobody does, so that a team is never left
 * half equipped. If some are refused, the page names them with the reason and keeps the others chosen, to be sent again.
 */
export function grantArea(host: IdentityPluginHost): TenantArea {
  return {
    place: 'tenant',
    origins: ofTenant,
    path: 'licenses/:applicationId/grant',
    parent: 'licenses',
    texts: areaTexts,
    isOpen: managesTenant,
    async draw(visit, problems = {}) {
      const { principal, query, form, language, tenant } = visit;
      const application = await findApplication(host, visit);
      const { search, after } = query;
      const limit = rowsPerPage;
      const input = { principal, applicationId: application.id, search, after, limit };
      const isRefused = Object.keys(problems).length > 0;
      const page = isRefused ? undefined : await findMembersWithoutSeat(host.db, input);
      const chosen = isRefused ? checkedIds(form, 'user') : [];
      const names = await host.namesOf(chosen, { tenantId: tenant.id });
      return {
        heading: consoleTexts[language].grant.title(application.name),
        content: <GrantContent {...{ visit, application, page, problems, names }} />,
      };
    },
    errorsOf: ({ details }) => problemsOf(details),
    async act({ principal, base, params, form }) {
      const applicationId = params['applicationId'] ?? '';
      const licenseTypeId = form['licenseType'] ?? '';
      await grantSeats(host, { principal, applicationId, licenseTypeId, userIds: checkedIds(form, 'user') });
      return { redirect: `${base}/licenses/${encodeURIComponent(applicationId)}?done=granted` };
    },
  };
}
