import { eventStreamRoute, machineOnly, type Route } from '@org/identity-core';
import { z } from 'zod';
import { EventBody } from './event-body.js';
import type { Feed } from './feed.js';
import { openStream } from './open-stream.js';

/** The endpoints by which other systems read events. */
export function feedRoutes(feed: Feed): Route[] {
  return [
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
      query: z.strictObject({ after: z.union([z.literal(''), z.uuid()]).optional() }),
      item: EventBody,
      handle: ({ principal, query, ctx, connection }) =>
        openStream(feed, { principal, after: ctx.get('last-event-id') || query.after, connection }),
    }),
  ];
}
