import { EventBody, Pagination, pageFields, type Route, route, userOnly } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { z } from 'zod';
import { listOwnEvents } from './list-own-events.js';

export const OwnEventList = z.object({
  events: z.array(EventBody),
  pagination: Pagination,
});

/** What happened to one's own account. */
export function ownEventRoutes({ db }: Pick<IdentityPluginHost, 'db'>): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/users/me/events',
      summary: 'What happened to your account, newest first',
      description:
        'For users: sign-ins, credentials, sessions, memberships and seats. Other people are not named, and events of a ' +
        'tenant have no data. A `total` of 10,000 means: so many or more.',
      scope: 'account:read',
      guard: userOnly,
      query: z.strictObject(pageFields),
      reply: OwnEventList,
      handle: ({ principal: { userId }, query }) => listOwnEvents(db, { userId, ...query }),
    }),
  ];
}
