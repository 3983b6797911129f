import {
  anyToken,
  EventBody,
  type EventFeed,
  exportRoute,
  FeedPage,
  ofTenant,
  type Route,
  route,
} from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { z } from 'zod';
import * as schemas from '../schemas.js';
import { csvColumns, exportEvents } from './export-events.js';
import { followEvents } from './follow-events.js';
import { listEvents } from './list-events.js';

/** The audit trail of a tenant. If a plugin lets other systems follow the events, they can also be read with a cursor and exported. */
export function eventRoutes({ db, services: { eventFeed } }: Pick<IdentityPluginHost, 'db' | 'services'>): Route[] {
  return eventFeed ? [cursorRoute(db, eventFeed), fileRoute(db)] : [listRoute(db)];
}

const shared = {
  path: '/api/tenants/:id/events',
  scope: 'tenants:read',
  guard: anyToken,
  origins: ofTenant,
  params: schemas.TenantParams,
} as const;
const summary = 'The events of the tenant, newest first';
const description = 'For admins, owners and super admins; those of a deleted tenant are for super admins only.';

function listRoute(db: IdentityPluginHost['db']): Route {
  return route({
    ...shared,
    method: 'get',
    summary,
    description,
    errors: ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND'],
    query: schemas.EventsQuery,
    reply: schemas.EventList,
    handle: ({ principal, params, query }) => listEvents(db, { tenantId: params.id, principal, query }),
  });
}

function cursorRoute(db: IdentityPluginHost['db'], eventFeed: EventFeed): Route {
  return route({
    ...shared,
    method: 'get',
    summary: `${summary}, or those after a given one`,
    description: `${description} With \`after\`, also for machines with the scope events:read: the events after that one, oldest first; empty for the beginning. \`next\` is the \`after\` of the next request. If there are none, the request waits up to \`wait\` seconds for the first.`,
    errors: ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND', 'EVENT_GONE'],
    query: schemas.FollowedEventsQuery,
    reply: z.union([schemas.EventList, FeedPage]),
    handle: ({ principal, params, query: { after, wait, ...query }, connection }) =>
      after === undefined
        ? listEvents(db, { tenantId: params.id, principal, query })
        : followEvents(
            { db, eventFeed },
            { tenantId: params.id, principal, query: { after, wait, limit: query.limit }, connection },
          ),
  });
}

function fileRoute(db: IdentityPluginHost['db']): Route {
  return exportRoute({
    ...shared,
    path: `${shared.path}/export`,
    fileName: 'events',
    summary: 'The events of the tenant as a file, newest first',
    description: `${description} \`from\` and \`to\` are dates in UTC, both included, or times. \`format\` is csv (default) or ndjson.`,
    errors: ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND'],
    query: schemas.EventsExportQuery,
    item: EventBody,
    csv: csvColumns,
    handle: ({ principal, params, query: { from, to } }) =>
      exportEvents(db, { tenantId: params.id, principal, from: from?.time, until: to?.time }),
  });
}
