import { type Route, route, userOnly } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { getProfile } from './get-profile.js';
import { UserProfile } from './schemas.js';

/** Every URL of the users' API. */
export function routes(db: Database): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/users/me',
      summary: 'The profile of the signed-in user',
      guard: userOnly,
      reply: UserProfile,
      handle: ({ principal }) => getProfile(db, principal.userId),
    }),
  ];
}
