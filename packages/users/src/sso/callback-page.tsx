import type { PageAnswer, PageRequest, PageRoute } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { findOpenAttempt, storeIdentity, takeResponse } from './attempts.js';
import { finishLink, startLink } from './link-pages.js';
import { callbackPath } from './provider.js';
import { ssoCookies } from './sso-cookies.js';
import { SsoFailedPage } from './sso-pages.js';
import type { Upstream } from './upstream.js';
import type { Upstreams } from './upstreams.js';

/** The pages between us and the upstream providers; none without providers. */
export function ssoPages(host: IdentityPluginHost, upstreams: Upstreams): PageRoute[] {
  if (upstreams.size === 0) return [];
  const callbacks = [...upstreams.values()].map(
    (upstream): PageRoute => ({
      method: 'get',
      path: callbackPath(upstream.provider.id),
      handle: (request) => handleCallback(host, upstream, request),
    }),
  );
  return [
    { method: 'get', path: '/sso/link/:token', handle: (request) => startLink(host, upstreams, request) },
    ...callbacks,
  ];
}

/** Accepts the provider's response only in the browser that started the attempt, only from that provider, and only once. */
async function handleCallback(host: IdentityPluginHost, upstream: Upstream, request: PageRequest): Promise<PageAnswer> {
  const { db, brand, logger } = host;
  const { accountPage } = host.accounts;
  const { id: provider, name } = upstream.provider;
  const secret = ssoCookies.findByState(request.cookie, request.query['state']);
  const attempt = secret && (await findOpenAttempt(db, secret, provider));
  if (!attempt) return { page: <SsoFailedPage {...{ brand, accountPage }} failure={unknown} />, status: 400 };
  const { interactionUid, userId, returnTo } = attempt;
  const back = interactionUid ? `/interaction/${interactionUid}` : undefined;
  const cookies = [ssoCookies.forget(secret.id)];
  if (userId && userId !== request.userId)
    return { page: <SsoFailedPage {...{ brand, accountPage }} failure={unknown} />, status: 403, cookies };

  // Another request of this browser was faster, and still needs the cookie.
  if (!(await takeResponse(db, secret)))
    return { page: <SsoFailedPage {...{ brand, accountPage }} failure={unknown} />, status: 400 };
  const identity = await upstream.identify(secret, request.query).catch((error: unknown) => {
    // What the provider sent is not logged; the operator needs only the reason.
    logger.warn({ reason: error instanceof Error ? error.message : 'unknown', provider }, 'sign-in provider refused');
    return undefined;
  });
  // The attempt was ended meanwhile.
  if (identity && !(await storeIdentity(db, secret, identity)))
    return { page: <SsoFailedPage {...{ brand, accountPage }} failure={unknown} />, status: 400 };
  if (!identity) {
    const failure = { reason: 'notConfirmed', provider: name } as const;
    return { page: <SsoFailedPage {...{ brand, accountPage, failure, back }} />, status: 400, cookies };
  }
  if (userId) return finishLink(host, { secret, upstream, identity, userId, returnTo, language: request.language });
  return { redirect: `${back}/return?sso=${secret.id}` };
}

const unknown = { reason: 'unknownAnswer' } as const;
