import type { PageAnswer, PageRequest, PageRoute } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { attemptOf, noAttemptCookie } from './attempt-secret.js';
import { findOpenAttempt, noteIdentity } from './attempts.js';
import { finishLink, startLink } from './link-pages.js';
import { callbackPath } from './provider.js';
import { SsoFailedPage } from './sso-pages.js';
import type { Upstream } from './upstream.js';
import type { Upstreams } from './upstreams.js';

/** The pages between us and the other providers; none without providers. */
export function ssoPages(host: IdentityPluginHost, upstreams: Upstreams): PageRoute[] {
  if (upstreams.size === 0) return [];
  const callbacks = [...upstreams.values()].map(
    (upstream): PageRoute => ({
      method: 'get',
      path: callbackPath(upstream.provider.id),
      handle: (request) => takeCallback(host, upstream, request),
    }),
  );
  return [
    { method: 'get', path: '/sso/link/:token', handle: (request) => startLink(host, upstreams, request) },
    ...callbacks,
  ];
}

/** Takes the other provider's answer: only in the browser that asked for it, only from the provider it asked, only once. */
async function takeCallback(host: IdentityPluginHost, upstream: Upstream, request: PageRequest): Promise<PageAnswer> {
  const { db, brand, logger } = host;
  const { accountPage } = host.accounts;
  const { id: provider, name } = upstream.provider;
  const secret = attemptOf(request.cookie, request.query['state']?.split('.')[0] ?? '');
  const attempt = secret && (await findOpenAttempt(db, secret, provider));
  if (!attempt) return { page: <SsoFailedPage {...{ brand, accountPage }} failure={unknown} />, status: 400 };
  const { interactionUid, userId, returnTo } = attempt;
  const back = interactionUid ? `/interaction/${interactionUid}` : undefined;
  const dead = [noAttemptCookie(secret.id)];
  if (userId && userId !== request.userId)
    return { page: <SsoFailedPage {...{ brand, accountPage }} failure={unknown} />, status: 403, cookies: dead };

  const identity = await upstream.identify(secret, request.query).catch((error: unknown) => {
    // What the other side sent stays out of the log; the reason is what an operator needs.
    logger.warn({ reason: error instanceof Error ? error.message : 'unknown', provider }, 'sign-in provider refused');
    return undefined;
  });
  // Answered a moment ago by another request of this browser, which still needs the cookie.
  if (identity && !(await noteIdentity(db, secret, identity)))
    return { page: <SsoFailedPage {...{ brand, accountPage }} failure={unknown} />, status: 400 };
  if (!identity) {
    const failure = { reason: 'notConfirmed', provider: name } as const;
    return { page: <SsoFailedPage {...{ brand, accountPage, failure, back }} />, status: 400, cookies: dead };
  }
  if (userId) return finishLink(host, { secret, upstream, identity, userId, returnTo, language: request.language });
  return { redirect: `${back}/return?sso=${secret.id}` };
}

const unknown = { reason: 'unknownAnswer' } as const;
