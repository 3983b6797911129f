import { Done, ofTenant, type PageRoute, type Route, route, userOnly } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { accountPages } from './account-pages/account-pages.js';
import type { AccountServices } from './account-pages/account-services.js';
import type { SignInLimiter } from './credentials/sign-in-limits.js';
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
  ChangeEmailByCodeBody,
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
import { secondFactorLinkPages } from './second-factor-link/second-factor-link-routes.js';
import { listSessions, revokeOtherSessions, revokeSession } from './sessions/sessions.js';
import { ssoPages } from './sso/callback-page.js';
import { listLinks, removeLink } from './sso/links.js';
import { requestLink } from './sso/request-link.js';
import './schema-words.js';

/** All routes of the users' API. */
export function routes(host: IdentityPluginHost, services: Omit<AccountServices, 'host'>): Route[] {
  const { limiter, mailLimiter, exportLimiter, upstreams, passwordSignIn, emailCodes, graceDays } = services;
  return [
    route({
      method: 'get',
      path: '/api/users/me',
      summary: 'The profile of the signed-in user',
      description: 'For users. Unknown fields are null.',
      errors: ['USER_NOT_FOUND'],
      scope: 'account:read',
      withoutScope: 'Only the id and the fields of the granted scopes profile and email.',
      guard: userOnly,
      origins: ofTenant,
      reply: VisibleProfile,
      handle: ({ principal }) => getVisibleProfile(host.db, principal),
    }),
    route({
      method: 'patch',
      path: '/api/users/me',
      summary: 'Change the profile of the signed-in user',
      description:
        'For users. Fields that are left out stay unchanged; null clears a field. At least one field is needed.',
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
        'For users. The confirmation is the word DELETE. A user without a password needs a sign-in within the last ten minutes instead.',
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
        'For users. Each section has the data of one part of the service. A user can run one export at a time, and a few a day.',
      scope: 'account:read',
      errors: ['RATE_LIMITED'],
      guard: userOnly,
      reply: DataExport,
      headers: { 'Content-Disposition': 'attachment; filename="personal-data.json"' },
      handle: ({ principal }) => exportData(host, exportLimiter, principal.userId),
    }),
    // Where nobody has a password, there is none to change.
    ...(passwordSignIn || !emailCodes ? [passwordRoute(host, limiter)] : []),
    emailRoute(host, services),
    route({
      method: 'post',
      path: '/api/users/me/email/verification',
      summary: 'Mail a link that verifies the user’s email',
      description: 'For users. Nothing is sent if the email is already verified, or after too many mails.',
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
      description: 'For users. The latest activity comes first.',
      scope: 'account:read',
      guard: userOnly,
      reply: SessionList,
      handle: ({ principal }) => listSessions(host, principal),
    }),
    route({
      method: 'delete',
      path: '/api/users/me/sessions/:sessionId',
      summary: 'End one session',
      description: 'For users. All tokens that were issued in the session end with it.',
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
      summary: 'End all other sessions',
      description: 'For users. All tokens that were issued in those sessions end with them.',
      scope: 'account:write',
      guard: userOnly,
      reply: Done,
      handle: ({ principal }) => revokeOtherSessions(host, principal),
    }),
    route({
      method: 'get',
      path: '/api/users/me/sso',
      summary: 'The linked accounts of other providers',
      description: 'For users. The oldest link comes first.',
      scope: 'account:read',
      guard: userOnly,
      reply: SsoLinkList,
      handle: ({ principal }) => listLinks(host.db, principal),
    }),
    route({
      method: 'post',
      path: '/api/users/me/sso/link',
      summary: 'Start to link an account of another provider',
      description:
        'For users who signed in within the last ten minutes. Redirect the browser to the url in the response. 100 times an hour at most.',
      errors: ['REAUTHENTICATION_REQUIRED', 'RATE_LIMITED'],
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
      description: 'For users. Refused if the user could not sign in any more.',
      errors: ['PASSWORD_REQUIRED', 'LAST_LOGIN_METHOD', 'SSO_LINK_NOT_FOUND'],
      scope: 'account:write',
      guard: userOnly,
      params: SsoLinkParams,
      reply: Done,
      handle: ({ principal, params: { provider }, language }) => {
        const providerName = upstreams.get(provider)?.provider.name ?? provider;
        const ways = { passwordSignIn, emailCodes };
        return removeLink(host, { userId: principal.userId, provider, providerName, ...ways, language });
      },
    }),
  ];
}

/** Changes the password. */
function passwordRoute(host: IdentityPluginHost, limiter: SignInLimiter): Route {
  return route({
    method: 'post',
    path: '/api/users/me/password',
    summary: 'Change the password; all other sessions end',
    description: 'For users. The user gets a mail about it.',
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
  });
}

/** Requests another email, with the password or, from a user without one, after a fresh sign-in. */
function emailRoute(
  host: IdentityPluginHost,
  { limiter, passwordSignIn, emailCodes }: Omit<AccountServices, 'host'>,
): Route {
  const asked = 'The response is the same whether or not the email is taken. Only opening the link changes anything.';
  const withoutPassword = 'A user without a password needs a sign-in within the last ten minutes instead of it. ';
  const ways = { passwordSignIn, emailCodes };
  return route({
    method: 'post',
    path: '/api/users/me/email',
    summary: 'Request another email; a link is mailed to it',
    description: `For users. ${emailCodes ? withoutPassword : ''}${asked}`,
    errors: [
      'CURRENT_PASSWORD_INCORRECT',
      ...(emailCodes ? (['REAUTHENTICATION_REQUIRED'] as const) : []),
      'USER_NOT_FOUND',
      'RATE_LIMITED',
    ],
    scope: 'account:write',
    guard: userOnly,
    body: emailCodes ? ChangeEmailByCodeBody : ChangeEmailBody,
    reply: Done,
    handle: ({ principal: { userId, sessionUid }, body, ctx, language }) =>
      requestEmailChange(host, limiter, { userId, sessionUid, ways, ip: ctx.ip, language, ...body }),
  });
}

/** All pages of the plugin: those of the account, and those that mailed links and other providers open. */
export function pages(
  services: AccountServices,
  open: { /** Whether there are pages at `/account`. */ accountPages: boolean; registration: boolean },
): PageRoute[] {
  const { host, limiter, mailLimiter, upstreams, passwordSignIn, emailCodes } = services;
  return [
    ...(open.accountPages ? accountPages(services) : []),
    ...emailChangePages(host),
    ...emailVerificationPages(host),
    ...(passwordSignIn
      ? [...passwordResetPages(host, { mail: mailLimiter, signIn: limiter }, { upstreams, passwordSignIn, emailCodes })]
      : []),
    ...(passwordSignIn || emailCodes ? secondFactorLinkPages({ host, limiter }) : []),
    ...(open.registration && passwordSignIn ? registrationRoutes(host) : []),
    ...ssoPages(host, upstreams),
  ];
}
