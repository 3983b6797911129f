import { Done, type Route, route, userOnly } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { changePassword } from './change-password.js';
import { getProfile } from './get-profile.js';
import { ChangePasswordBody, UpdatedProfile, UpdateProfileBody, UserProfile } from './schemas.js';
import type { SignInLimiter } from './sign-in-limits.js';
import { updateProfile } from './update-profile.js';

/** Every URL of the users' API. */
export function routes(host: IdentityPluginHost, limiter: SignInLimiter): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/users/me',
      summary: 'The profile of the signed-in user',
      guard: userOnly,
      reply: UserProfile,
      handle: ({ principal }) => getProfile(host.db, principal.userId),
    }),
    route({
      method: 'patch',
      path: '/api/users/me',
      summary: 'Change the profile of the signed-in user',
      guard: userOnly,
      body: UpdateProfileBody,
      reply: UpdatedProfile,
      handle: ({ principal, body }) => updateProfile(host, { userId: principal.userId, changes: body }),
    }),
    route({
      method: 'post',
      path: '/api/users/me/password',
      summary: 'Change the password; all other sessions end',
      guard: userOnly,
      body: ChangePasswordBody,
      reply: Done,
      handle: ({ principal, body, ctx }) =>
        changePassword(host, limiter, {
          userId: principal.userId,
          sessionUid: principal.sessionUid,
          ip: ctx.ip,
          ...body,
        }),
    }),
  ];
}
