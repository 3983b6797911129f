import { actorOf, Done, hasScope, isUuid, maskedEmail, type Principal, type Route } from '@org/identity-core';
import { type IdentityPluginHost, platformRouteOf } from '@org/identity-prisma';
import { disableUser, enableUser } from './administration/disable-user.js';
import { eraseUser } from './administration/erase-user.js';
import { findUser, userNotFound } from './administration/find-user.js';
import { searchUsers } from './administration/list-users.js';
import { removeSecondFactorsOf } from './administration/remove-all-second-factors.js';
import { requireOtherUser } from './administration/require-other-user.js';
import { sendPasswordReset } from './administration/send-password-reset.js';
import { unlockUser } from './administration/unlock-user.js';
import { UpdateUserBody, updateUser } from './administration/update-user.js';
import { viewSessions, viewUser } from './administration/view-user.js';
import { createImportedUser } from './import/create-imported-user.js';
import { ImportedPerson } from './import/person.js';
import type { MailLimiter } from './limits/mail-limits.js';
import * as schemas from './platform-schemas.js';
import { SessionList } from './schemas.js';
import { revokeAllSessions, revokeSession } from './sessions/sessions.js';
import type { Upstreams } from './sso/upstreams.js';

const base = '/api/platform/users';
const one = `${base}/:userId`;

/** The users of the whole platform, for those who run it. */
export function platformRoutes(
  host: IdentityPluginHost,
  { mailLimiter, upstreams }: { mailLimiter: MailLimiter; upstreams: Upstreams },
): Route[] {
  const ofPasswords = host.accounts.passwordSignIn ? [resetRoute(host, mailLimiter)] : [];
  return [
    createRoute(host, upstreams),
    updateRoute(host),
    ...readingRoutes(host),
    ...sessionRoutes(host),
    ...accountRoutes(host),
    ...ofPasswords,
  ];
}

/** An id in a path; one that is not a UUID is as unknown as any other. */
function known(userId: string): string {
  if (!isUuid(userId)) throw userNotFound(userId);
  return userId.toLowerCase();
}

/** A machine that may change users, but not read them, gets a masked email. */
function readable<User extends { email: string }>(principal: Principal, user: User): User {
  const mayRead = principal.kind === 'user' || hasScope(principal, 'platform:read');
  return mayRead ? user : { ...user, email: maskedEmail(user.email) };
}

function createRoute(host: IdentityPluginHost, upstreams: Upstreams): Route {
  const providers = new Map([...upstreams].map(([id, { provider }]) => [id, provider]));
  return platformRouteOf(host.db)({
    method: 'post',
    path: base,
    summary: 'Create a user',
    description: host.accounts.passwordSignIn
      ? 'The body is one person of an import, and nobody is told. Without a `password`, the user sets one by “Forgot your password?”, or by the link of `send-reset`; this verifies the email as well. Without `emailVerified: true`, the first sign-in has to prove the email.'
      : 'The body is one person of an import, and nobody is told. The user signs in with this email.',
    errors: ['EMAIL_TAKEN', 'EXTERNAL_ID_TAKEN'],
    body: ImportedPerson,
    reply: schemas.UserDetails,
    status: 201,
    handle: async ({ principal, body, language }) => {
      const options = { actor: actorOf(principal), providers, language };
      return readable(principal, await createImportedUser(host, { person: body, options }));
    },
  });
}

function updateRoute(host: IdentityPluginHost): Route {
  return platformRouteOf(host.db)({
    method: 'patch',
    path: one,
    // Whoever sets the email of an account can sign in to it.
    risky: true,
    summary: 'Change a user',
    description:
      'Null clears a field. A new email is unverified unless `emailVerified: true` comes with it; it ends the sessions and open resets of the user, and both emails are told. Only a super admin changes a super admin.',
    errors: ['USER_NOT_FOUND', 'EMAIL_TAKEN', 'EXTERNAL_ID_TAKEN'],
    params: schemas.UserParams,
    body: UpdateUserBody,
    reply: schemas.UserDetails,
    handle: async ({ principal, params, body, language }) =>
      readable(
        principal,
        await updateUser(host, {
          userId: known(params.userId),
          changes: body,
          actor: actorOf(principal),
          language,
        }),
      ),
  });
}

function readingRoutes(host: IdentityPluginHost): Route[] {
  const platformRoute = platformRouteOf(host.db);
  return [
    platformRoute({
      method: 'get',
      path: base,
      summary: 'A page of all users',
      description:
        'The oldest first. `search` is the beginning of a word of a name or of the email, or an id. A search finds the first 1,000 users, in alphabetical order; `total` is at most that. A search is an event in the audit trail. With `lacksSecondFactor=true` only users who can sign in without a second factor; then `total` is at most 1,000 as well.',
      query: schemas.UsersQuery,
      reply: schemas.UserList,
      handle: ({ principal, query: { lacksSecondFactor, ...query } }) =>
        searchUsers(host, { ...query, lacksSecondFactor: lacksSecondFactor === 'true', actor: actorOf(principal) }),
    }),
    platformRoute({
      method: 'get',
      path: one,
      summary: 'One user, without credentials',
      description: 'Reading it is an event in the audit trail.',
      errors: ['USER_NOT_FOUND'],
      params: schemas.UserParams,
      reply: schemas.UserDetails,
      handle: async ({ principal, params }) =>
        viewUser(host, { userId: known(params.userId), actor: actorOf(principal) }),
    }),
  ];
}

function sessionRoutes(host: IdentityPluginHost): Route[] {
  const platformRoute = platformRouteOf(host.db);
  return [
    platformRoute({
      method: 'get',
      path: `${one}/sessions`,
      summary: 'Where a user is signed in',
      description: 'Reading it is an event in the audit trail.',
      errors: ['USER_NOT_FOUND'],
      params: schemas.UserParams,
      reply: SessionList,
      handle: async ({ principal, params }) =>
        viewSessions(host, { userId: known(params.userId), principal, actor: actorOf(principal) }),
    }),
    platformRoute({
      method: 'delete',
      path: `${one}/sessions`,
      summary: 'End all sessions of a user',
      description: 'All tokens that were issued in them end as well.',
      errors: ['USER_NOT_FOUND'],
      params: schemas.UserParams,
      reply: Done,
      handle: async ({ principal, params }) => {
        const { id } = await findUser(host.db, known(params.userId));
        return revokeAllSessions(host, { userId: id, actor: actorOf(principal) });
      },
    }),
    platformRoute({
      method: 'delete',
      path: `${one}/sessions/:sessionId`,
      summary: 'End one session of a user',
      description: 'All tokens that were issued in it end as well.',
      errors: ['USER_NOT_FOUND', 'SESSION_NOT_FOUND'],
      params: schemas.UserSessionParams,
      reply: Done,
      handle: async ({ principal, params }) => {
        const { id: userId } = await findUser(host.db, known(params.userId));
        return revokeSession(host, {
          principal: { userId },
          sessionId: params.sessionId,
          actor: actorOf(principal),
        });
      },
    }),
  ];
}

function resetRoute(host: IdentityPluginHost, mailLimiter: MailLimiter): Route {
  return platformRouteOf(host.db)({
    method: 'post',
    path: `${one}/send-reset`,
    summary: 'Mail a user the link to set a new password',
    description:
      'The same mail as if the user had asked for it, within the same limit for each recipient. A disabled user gets none: enable the account first.',
    errors: ['USER_NOT_FOUND', 'RATE_LIMITED'],
    params: schemas.UserParams,
    reply: Done,
    handle: async ({ principal, params, language }) =>
      sendPasswordReset(host, mailLimiter, { userId: known(params.userId), actor: actorOf(principal), language }),
  });
}

function accountRoutes(host: IdentityPluginHost): Route[] {
  const platformRoute = platformRouteOf(host.db);
  const shared = { errors: ['USER_NOT_FOUND'], params: schemas.UserParams } as const;
  return [
    platformRoute({
      ...shared,
      method: 'post',
      path: `${one}/disable`,
      summary: 'Disable a user: no sign-in, session or token works from then on',
      description:
        'Memberships and seats stay. `withoutOwner` lists the tenants that have no other owner who can sign in. You cannot disable yourself.',
      reply: schemas.DisabledUser,
      handle: async ({ principal, params }) => {
        const user = known(params.userId);
        requireOtherUser(principal, user, 'disable');
        const disabled = await disableUser(host, { user, actor: actorOf(principal) });
        host.sendLogoutNotices();
        return readable(principal, disabled);
      },
    }),
    platformRoute({
      ...shared,
      method: 'post',
      path: `${one}/enable`,
      summary: 'Let a disabled user sign in again',
      description: 'Ended sessions and tokens stay ended.',
      reply: schemas.EnabledUser,
      handle: async ({ principal, params }) =>
        readable(principal, await enableUser(host, { user: known(params.userId), actor: actorOf(principal) })),
    }),
    platformRoute({
      ...shared,
      method: 'post',
      path: `${one}/unlock`,
      summary: 'Forget the wrong passwords and codes that make a user wait',
      reply: Done,
      handle: async ({ principal, params }) =>
        unlockUser(host, { userId: known(params.userId), actor: actorOf(principal) }),
    }),
    platformRoute({
      ...shared,
      method: 'delete',
      path: `${one}/second-factors`,
      summary: 'Remove all second factors of a user who has lost them',
      risky: true,
      description: 'Verify who asks for it: afterwards the password alone is enough to sign in.',
      reply: schemas.RemovedFactors,
      handle: async ({ principal, params }) =>
        removeSecondFactorsOf(host, { userId: known(params.userId), actor: actorOf(principal) }),
    }),
    platformRoute({
      ...shared,
      method: 'delete',
      path: one,
      summary: 'Erase a user',
      risky: true,
      description:
        'The account is closed at once and cannot be kept; a job erases its data within the hour. You cannot erase yourself, the last super admin, or the only owner of a tenant.',
      errors: ['USER_NOT_FOUND', 'TENANT_OWNER', 'LAST_SUPER_ADMIN'],
      reply: Done,
      handle: async ({ principal, params, language }) =>
        eraseUser(host, { userId: known(params.userId), principal, language }),
    }),
  ];
}
