import { machineOnly, type Route, route } from '@org/identity-core';
import { createTurns, type IdentityPluginHost, inTurns, turnWaitOf } from '@org/identity-prisma';
import { readSnapshot } from './read-snapshot.js';
import { Snapshot, SnapshotQuery } from './snapshot-schemas.js';

/** A page has up to 5,000 seats, and after a restart all mirrors load at the same time. */
const what = 'snapshots';

/** The beginning of a copy of all seats of an application, for a license mirror. */
export function snapshotRoutes(host: IdentityPluginHost): Route[] {
  const waiting = { maxWaitMilliseconds: turnWaitOf(host.db), what };
  const ofClient = createTurns({ ...waiting, atOnce: 1, maxWaiting: 100 });
  const ofAll = createTurns({ ...waiting, atOnce: 2, maxWaiting: 200 });
  return [
    route({
      method: 'get',
      path: '/api/integration/licenses/snapshot',
      summary: 'All seats of an application, for a license mirror',
      description:
        'For machines with the scope licenses:read: the seats of its tenant, or of all tenants for a machine of the platform. Each page has the subscriptions of its seats. `next` is the `after` of the next page. Follow the event stream from the `position` of the first page, and use the copy when its `asOf` is later than the `at` of the last page. With `subscriptionId` it returns that subscription only, with `userId` the seats of that user only. Accounts that are disabled are left out.',
      errors: ['INVALID_APPLICATION_ID'],
      scope: 'licenses:read',
      guard: machineOnly,
      query: SnapshotQuery,
      reply: Snapshot,
      handle: ({ principal, query }) =>
        inTurns([ofClient, principal.clientId], [ofAll, 'all'], () =>
          readSnapshot(host, { ...query, tenantId: principal.tenantId }),
        ),
    }),
  ];
}
