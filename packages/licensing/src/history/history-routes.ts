import { exportRoute, ofTenant, type Route, route, userOrMachine } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { exportPeriods } from './export-periods.js';
import { listPeriods } from './list-periods.js';
import { ExportedPeriod, PeriodList, PeriodsExportQuery, PeriodsQuery, TenantParams } from './period-schemas.js';

const path = '/api/tenants/:id/license-history';

/** Who held which seat, from when to when. */
export function historyRoutes(host: IdentityPluginHost): Route[] {
  const shared = {
    errors: ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND'],
    scope: 'licenses:read',
    guard: userOrMachine,
    origins: ofTenant,
    params: TenantParams,
  } as const;
  return [
    route({
      ...shared,
      method: 'get',
      path,
      summary: 'Who held a seat, from when to when',
      description:
        'For admins and owners of the tenant, and machines with the scope licenses:read. The newest seats come first. `at`: who held a seat at that moment. `to` and `cause` are null while the seat is held. A `total` of 100,000 means: so many or more.',
      query: PeriodsQuery,
      reply: PeriodList,
      handle: ({ principal, params, query }) => listPeriods(host, { tenantId: params.id, principal, ...query }),
    }),
    exportRoute({
      ...shared,
      path: `${path}/export`,
      fileName: 'license-history',
      summary: 'The same as a file, of any length',
      description:
        'For the same callers. `from` and `to` are dates in UTC, both included, or times: the file has the periods that overlap this range, of users and then of agents (`agent:` and the client id). `format` is csv (default) or ndjson.',
      query: PeriodsExportQuery,
      item: ExportedPeriod,
      handle: ({ principal, params, query: { applicationId, from, to } }) =>
        exportPeriods(host, { tenantId: params.id, principal, applicationId, from: from?.time, to: to?.time }),
    }),
  ];
}
