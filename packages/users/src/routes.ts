import { Done, type PageRoute, type Route, route, userOnly } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { accountPages } from './account-pages/account-pages.js';
import type { AccountServices } from './account-pages/account-services.js';
import { deleteAccount } from './deletion/delete-account.js';
import { emailChangePages } from './email/email-change-routes.js';
import { emailVerificationPages } from './email/email-verification-routes.js';
import { requestEmailChange } from './email/request-email-change.js';
import { requestEmailVerification } from './email/send-email-verification.js';
import { changePassword } from './password/change-password.js';
import { passwordResetPages } from './password/password-reset-routes.js';
import { exportData } from './personal-data/export-data.js';
import { getVisibleProfile } from './profile/get-visible-profile.js';
import { updateProfile } from './profile/update-profile.js';
import { registrationRoutes } from './registration/registration-routes.js';
import {
  ChangeEmailBody,
  ChangePasswordBody,
  DataExport,
  DeleteAccountBody,
  SessionList,
  SessionParams,
  SsoLinkBody,
  SsoLinkList,
  SsoLinkParams,
  SsoLinkStart,
  UpdatedProfile,
  UpdateProfileBody,
  VisibleProfile,
} from './schemas.js';
import { listSessions, revokeOtherSessions, revokeSession } from './sessions/sessions.js';
import { ssoPages } from './sso/callback-page.js';
import { listLinks, removeLink } from './sso/links.js';
import { requestLink } from './sso/request-link.js';

/** Every URL of the users' API. */
export function routes(
  host: IdentityPluginHost,
  { limiter, mailLimiter, exportLimiter, upstreams, passwordSignIn, graceDays }: Omit<AccountServices, 'host'>,
): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/users/me',
      summary: 'The profile of the signed-in user',
      description: 'For people. What is not known is null.',
      errors: ['USER_NOT_FOUND'],
      scope: 'account:read',
      withoutScope: 'Only the id and what the granted scopes profile and email open.',
      guard: userOnly,
      reply: VisibleProfile,
      handle: ({ principal }) => getVisibleProfile(host.db, principal),
    }),
    route({
      method: 'patch',
      path: '/api/users/me',
      summary: 'Change the profile of the signed-in user',
      description: 'For people. Fields that are left out stay as they are, null clears; at least one is needed.',
      errors: ['USER_NOT_FOUND'],
      scope: 'account:write',
      guard: userOnly,
      body: UpdateProfileBody,
      reply: UpdatedProfile,
      handle: ({ principal, body }) => updateProfile(host, { userId: principal.userId, changes: body }),
    }),
    route({
      method: 'delete',
      path: '/api/users/me',
      summary: 'Close the account of the signed-in user; it is erased after a while',
      description:
        'For people. The confirmation is the word DELETE. Whoever has no password needs a sign-in of the last ten minutes instead.',
      errors: [
        'CURRENT_PASSWORD_INCORRECT',
        'INCORRECT_CONFIRMATION',
        'TENANT_OWNER',
        'REAUTHENTICATION_REQUIRED',
        'USER_NOT_FOUND',
        'RATE_LIMITED',
      ],
      scope: 'account:write',
      guard: userOnly,
      body: DeleteAccountBody,
      reply: Done,
      handle: ({ principal, body, ctx, language }) =>
        deleteAccount(host, limiter, { principal, ip: ctx.ip, language, graceDays, passwordSignIn, ...body }),
    }),
    route({
      method: 'get',
      path: '/api/users/me/export',
      summary: 'Everything that is stored about the signed-in user',
      description:
        'For people. Each section holds what one part of the service stores. One export of a user at a time, and a few a day.',
      scope: 'account:read',
      errors: ['RATE_LIMITED'],
      guard: userOnly,
      reply: DataExport,
      headers: { 'Content-Disposition': 'attachment; filename="personal-data.json"' },
      handle: ({ principal }) => exportData(host, exportLimiter, principal.userId),
    }),
    route({
      method: 'post',
      path: '/api/users/me/password',
      summary: 'Change the password; all other sessions end',
      description: 'For people. The person is told by mail.',
      errors: ['CURRENT_PASSWORD_INCORRECT', 'USER_NOT_FOUND', 'WEAK_PASSWORD', 'SAME_PASSWORD', 'RATE_LIMITED'],
      scope: 'account:write',
      guard: userOnly,
      body: ChangePasswordBody,
      reply: Done,
      handle: ({ principal, body, ctx, language }) =>
        changePassword(host, limiter, {
          userId: principal.userId,
          sessionUid: principal.sessionUid,
          ip: ctx.ip,
          language,
          ...body,
        }),
    }),
    route({
      method: 'post',
      path: '/api/users/me/email',
      summary: 'Ask for another address; a link is mailed to it',
      description:
        'For people. The answer is the same for a free and a taken address; only following the link changes anything.',
      errors: ['CURRENT_PASSWORD_INCORRECT', 'USER_NOT_FOUND', 'RATE_LIMITED'],
      scope: 'account:write',
      guard: userOnly,
      body: ChangeEmailBody,
      reply: Done,
      handle: ({ principal, body, ctx, language }) =>
        requestEmailChange(host, limiter, { userId: principal.userId, ip: ctx.ip, language, ...body }),
    }),
    route({
      method: 'post',
      path: '/api/users/me/email/verification',
      summary: 'Mail a link that proves the own address',
      description: 'For people. Nothing is sent when the address is proven already, or too often.',
      errors: ['USER_NOT_FOUND'],
      scope: 'account:write',
      guard: userOnly,
      reply: Done,
      handle: ({ principal, ctx, language }) =>
        requestEmailVerification(host, mailLimiter, { userId: principal.userId, ip: ctx.ip, language }),
    }),
    route({
      method: 'get',
      path: '/api/users/me/sessions',
      summary: 'Where the user is signed in',
      description: 'For people. The latest activity comes first.',
      scope: 'account:read',
      guard: userOnly,
      reply: SessionList,
      handle: ({ principal }) => listSessions(host, principal),
    }),
    route({
      method: 'delete',
      path: '/api/users/me/sessions/:sessionId',
      summary: 'End one session',
      description: 'For people. Everything that was issued in the session ends with it.',
      errors: ['SESSION_NOT_FOUND'],
      scope: 'account:write',
      guard: userOnly,
      params: SessionParams,
      reply: Done,
      handle: ({ principal, params }) => revokeSession(host, { principal, sessionId: params.sessionId }),
    }),
    route({
      method: 'delete',
      path: '/api/users/me/sessions',
      summary: 'End all sessions but this one',
      description: 'For people. Everything that was issued in those sessions ends with them.',
      scope: 'account:write',
      guard: userOnly,
      reply: Done,
      handle: ({ principal }) => revokeOtherSessions(host, principal),
    }),
    route({
      method: 'get',
      path: '/api/users/me/sso',
      summary: 'The linked accounts of other providers',
      description: 'For people. The oldest link comes first.',
      scope: 'account:read',
      guard: userOnly,
      reply: SsoLinkList,
      handle: ({ principal }) => listLinks(host.db, principal),
    }),
    route({
      method: 'post',
      path: '/api/users/me/sso/link',
      summary: 'Begin to link an account of another provider',
      description: 'For people who signed in within the last ten minutes. Send the browser to the url of the answer.',
      errors: ['REAUTHENTICATION_REQUIRED'],
      scope: 'account:write',
      guard: userOnly,
      body: SsoLinkBody,
      reply: SsoLinkStart,
      handle: ({ principal, body }) =>
        requestLink({ db: host.db, issuer: host.issuer, upstreams }, { principal, ...body }),
    }),
    route({
      method: 'delete',
      path: '/api/users/me/sso/:provider',
      summary: 'Remove the link to a provider',
      description: 'For people. Refused when nothing would be left to sign in with.',
      errors: ['PASSWORD_REQUIRED', 'LAST_LOGIN_METHOD', 'SSO_LINK_NOT_FOUND'],
      scope: 'account:write',
      guard: userOnly,
      params: SsoLinkParams,
      reply: Done,
      handle: ({ principal, params: { provider }, language }) => {
        const providerName = upstreams.get(provider)?.provider.name ?? provider;
        return removeLink(host, { userId: principal.userId, provider, providerName, passwordSignIn, language });
      },
    }),
  ];
}

/** Every page of the users: those of the account, and those that mailed links and other providers lead to. */
export function pages(
  services: AccountServices,
  open: { /** Whether there are pages at `/account`. */ accountPages: boolean; registration: boolean },
): PageRoute[] {
  const { host, limiter, mailLimiter, upstreams, passwordSignIn } = services;
  return [
    ...(open.accountPages ? accountPages(services) : []),
    ...emailChangePages(host),
    ...emailVerificationPages(host),
    ...(passwordSignIn
      ? passwordResetPages(host, { mail: mailLimiter, signIn: limiter }, { upstreams, passwordSignIn })
      : []),
    ...(open.registration ? registrationRoutes(host) : []),
    ...ssoPages(host, upstreams),
  ];
}
