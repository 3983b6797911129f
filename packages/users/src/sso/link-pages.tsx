import type { AttemptSecret, PageAnswer, PageRequest } from '@org/identity-core';
import { hashOneTimeSecret, newAttemptSecret } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { recipientOf } from '../accounts/find-account.js';
import { useAttempt } from './attempts.js';
import { addLink } from './links.js';
import { ssoCookies } from './sso-cookies.js';
import { linkAddedMail } from './sso-mails.js';
import { LinkedPage, SsoFailedPage, type SsoFailure } from './sso-pages.js';
import type { Upstream } from './upstream.js';
import type { UpstreamIdentity } from './upstream-identity.js';
import type { Upstreams } from './upstreams.js';

/**
 * The URL that the API returned: binds the attempt to this browser and redirects to the provider. Only if the same user is
 * signed in; otherwise an attacker could make another user link their account to the attacker's.
 */
export async function startLink(
  host: IdentityPluginHost,
  upstreams: Upstreams,
  { params, userId }: PageRequest,
): Promise<PageAnswer> {
  const { db } = host;
  const secretHash = hashOneTimeSecret(params['token'] ?? '');
  const attempt = userId
    ? await db.ssoAttempt.findUnique({
        where: { secretHash, userId, interactionUid: null, expiresAt: { gt: new Date() } },
      })
    : null;
  const upstream = upstreams.get(attempt?.provider ?? '');
  if (!attempt || !upstream) return failed(host, notHere, 403);
  const secret = newAttemptSecret();
  const redirect = await upstream.authorizationUrl(secret, { again: true }).catch((error: unknown) => {
    host.logger.warn({ err: error, provider: attempt.provider }, 'sign-in provider failed');
    return undefined;
  });
  if (!redirect) return failed(host, { reason: 'unreachableForLink', provider: upstream.provider.name }, 503);
  // The URL works once: from now on the cookie's secret identifies the attempt.
  const { count } = await db.ssoAttempt.updateMany({ where: { secretHash }, data: { secretHash: secret.secretHash } });
  if (count === 0) return failed(host, notHere, 403);
  return { redirect, cookies: [ssoCookies.keep(secret)] };
}

const notHere = { reason: 'notHere' } as const;

/** The provider has responded: links its account to that of the user, if the user still exists. */
export async function finishLink(
  host: IdentityPluginHost,
  visit: {
    secret: AttemptSecret;
    upstream: Upstream;
    identity: UpstreamIdentity;
    userId: string;
    returnTo: string | null;
    language: Language;
  },
): Promise<PageAnswer> {
  const { db, events, mail, brand } = host;
  const { secret, upstream, identity, userId, returnTo } = visit;
  const { id: provider, name } = upstream.provider;
  const outcome = await db.$transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { id: userId, deletedAt: null, disabledAt: null } });
    if (!user || !(await useAttempt(tx, secret))) return 'notFound';
    if (!(await addLink(tx, { userId, provider, identity }))) return 'taken';
    const actor = { kind: 'user' as const, id: userId };
    await events.publish(tx, { type: 'sso.linked', tenantId: null, actor, subjectId: userId, data: { provider } });
    const link = { provider: name, account: identity.email };
    await mail.add(tx, linkAddedMail({ ...recipientOf(user, visit.language), ...link, brand }), {
      notice: 'link-added',
    });
    return 'linked';
  });
  const cookies = [ssoCookies.forget(secret.id)];
  if (outcome === 'notFound') return { ...failed(host, notHere, 400), cookies };
  if (outcome === 'taken') return { ...failed(host, { reason: 'takenAtLink', provider: name }, 409), cookies };
  host.sendMail();
  return returnTo
    ? { redirect: returnTo, cookies }
    : { page: <LinkedPage brand={brand} provider={name} accountPage={host.accounts.accountPage} />, cookies };
}

function failed({ brand, accounts }: IdentityPluginHost, failure: SsoFailure, status: number) {
  return { page: <SsoFailedPage brand={brand} failure={failure} accountPage={accounts.accountPage} />, status };
}
