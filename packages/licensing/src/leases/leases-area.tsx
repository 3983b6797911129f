import { managesTenant, ofTenant, type TenantArea } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { pageNumberOf, textsOf } from '@org/identity-ui';
import { findApplication, rowsPerPage } from '../console/application-area.js';
import { holderName } from '../history/period-words.js';
import { endLease } from './end-lease.js';
import { LeasesContent } from './leases-content.js';
import { listLeases, requireLease } from './list-leases.js';
import { leasesTexts } from './texts.js';

const areaTexts = textsOf(leasesTexts, ({ leases, notices, refusals }) => ({
  name: leases.name,
  title: leases.name,
  notices,
  refusals,
}));

/** The leases of one application: who works offline until when, and the button that frees a seat. */
export function leasesArea(host: IdentityPluginHost): TenantArea {
  return {
    place: 'tenant',
    origins: ofTenant,
    path: 'licenses/:applicationId/leases',
    parent: 'licenses',
    texts: areaTexts,
    isOpen: managesTenant,
    async draw(visit) {
      const { tenant, principal, query, language } = visit;
      const application = await findApplication(host, visit);
      const found = await listLeases(host.db, {
        tenantId: tenant.id,
        principal,
        applicationId: application.id,
        page: pageNumberOf(query),
        limit: rowsPerPage,
      });
      const ids = found.leases.map(({ userId }) => userId);
      const names = await host.namesOf(ids, { tenantId: tenant.id });
      return {
        heading: leasesTexts[language].leases.title(application.name),
        content: <LeasesContent {...{ visit, application, found, names }} />,
      };
    },
    async confirm({ tenant, form, language }) {
      const tenantId = tenant.id;
      const { userId } = await requireLease(host.db, { tenantId, leaseId: form['leaseId'] ?? '' });
      const { confirm } = leasesTexts[language];
      const name = holderName(userId, await host.namesOf([userId], { tenantId }), language);
      return { title: confirm.title(name), button: confirm.button, facts: confirm.facts };
    },
    async act({ tenant, principal, form }) {
      await endLease(host, { tenantId: tenant.id, principal, leaseId: form['leaseId'] ?? '' });
      return { done: 'lease-ended' };
    },
  };
}
