import { machineOnly, type Route, route } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { readSnapshot } from './read-snapshot.js';
import { Snapshot, SnapshotQuery } from './snapshot-schemas.js';

/** The beginning of a copy of all seats of an application, for a license mirror. */
export function snapshotRoutes(host: IdentityPluginHost): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/integration/licenses/snapshot',
      summary: 'All seats of an application, for a license mirror',
      description:
        'For machines with the scope licenses:read: the seats of its tenant, or of all tenants for a machine of the platform. Each page has the subscriptions of its seats. `next` is the `after` of the next page. Follow the event stream from the `position` of the first page, and use the copy when its `asOf` is later than the `at` of the last page. With `subscriptionId` it returns that subscription only.',
      errors: ['INVALID_APPLICATION_ID'],
      scope: 'licenses:read',
      guard: machineOnly,
      query: SnapshotQuery,
      reply: Snapshot,
      handle: ({ principal, query }) => readSnapshot(host, { ...query, tenantId: principal.tenantId }),
    }),
  ];
}
