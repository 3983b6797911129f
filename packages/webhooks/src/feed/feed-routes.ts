import {
  type Connection,
  EventBody,
  eventStreamRoute,
  FeedPage,
  feedFields,
  machineOnly,
  type Principal,
  pageFields,
  type Route,
} from '@org/identity-core';
import { type IdentityPluginHost, platformRouteOf, requirePlatformCaller } from '@org/identity-prisma';
import { z } from 'zod';
import type { Feed } from './feed.js';
import { openStream } from './open-stream.js';
import { readEventsAfter } from './read-events-after.js';

/** The endpoints by which other systems read events. */
export function feedRoutes({ db }: Pick<IdentityPluginHost, 'db'>, feed: Feed): Route[] {
  return [
    platformRouteOf(db)({
      method: 'get',
      path: '/api/platform/events',
      summary: 'The events of all tenants and of none after a given one, oldest first',
      description:
        '`after` is the `next` of the response before. Without it, or if it is empty, the events come from the beginning. ' +
        'If there are none, the request waits up to `wait` seconds for the first.',
      errors: ['EVENT_GONE'],
      scope: 'events:read',
      query: z.strictObject({ ...feedFields, after: feedFields.after.default(''), limit: pageFields.limit }),
      reply: FeedPage,
      handle: ({ principal, query, connection }) => followAll({ db, feed }, { principal, query, connection }),
    }),
    eventStreamRoute({
      path: '/api/integration/events/stream',
      summary: 'Receive events as they happen',
      description:
        'For machines with the scope events:read: server-sent events (`text/event-stream`) of their tenant; for machines of ' +
        'the platform, of all tenants and of none. Each message has the event as JSON and its id. With the header ' +
        '`Last-Event-ID`, or the parameter `after`, the stream begins after that event (empty: with the first one); ' +
        'otherwise with the next event. Messages of the type `alive` come every second: everything that was committed before ' +
        'their `asOf` (milliseconds since 1970) has been sent.',
      errors: ['EVENT_GONE', 'RATE_LIMITED'],
      scope: 'events:read',
      guard: machineOnly,
      query: z.strictObject({ after: feedFields.after.optional() }),
      item: EventBody,
      handle: ({ principal, query, ctx, connection }) =>
        openStream(feed, { principal, after: ctx.get('last-event-id') || query.after, connection }),
    }),
  ];
}

interface FollowRequest {
  readonly principal: Principal;
  readonly query: { readonly after: string; readonly wait: number; readonly limit: number };
  readonly connection: Connection<Principal>;
}

/** The events of all tenants and of none after a given one. The route has checked the caller. */
async function followAll(
  { db, feed }: { db: IdentityPluginHost['db']; feed: Feed },
  { principal, query, connection }: FollowRequest,
): Promise<FeedPage> {
  const caller = principal.kind === 'user' ? principal.userId : principal.clientId;
  const page = await readEventsAfter(feed, { ...query, caller, signal: connection.signal });
  // The right may have ended during the wait.
  if (query.wait > 0) await requirePlatformCaller(db, await connection.recheck());
  return page;
}
