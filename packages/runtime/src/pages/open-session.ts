import { type AccountStore, accountClientId, acrOf, hasTwoFactors, type ProvenAccount } from '@org/identity-core';
import { endSession, noteBrowser, type Transaction } from '@org/identity-prisma';
import type { Context } from 'koa';
import type { Provider, Session } from 'oidc-provider';
import type { Pool } from 'pg';
import type { SignInEvents } from '../observe/sign-in-events.js';

export interface OpenSessionServices {
  provider: Provider;
  issuer: string;
  pool: Pool;
  cookie: { name: string; options: object };
  /** The cookies of a request as oidc-provider signs them. */
  providerCookies(ctx: Context): Context['cookies'];
  sessionSeconds: number;
  accounts: Pick<AccountStore<Transaction>, 'signInEpoch'>;
  sendLogoutNotices: () => void;
  signInEvents: Pick<SignInEvents, 'started' | 'ended'>;
}

/**
 * Opens a session for a user who signed in on one of our own pages, as oidc-provider does after its `login` prompt. The
 * sign-in that follows asks for a second factor. Returns false and leaves no session if the proof is stale by now.
 */
export async function openSession(
  ctx: Context,
  services: OpenSessionServices,
  { before, proven }: { before: Session; proven: ProvenAccount },
): Promise<boolean> {
  const { provider, pool, accounts, sessionSeconds } = services;
  const { accountId, epoch } = proven;
  const amr = [...proven.amr];
  const isSameUser = before.accountId === accountId;
  if (before.accountId && !isSameUser) {
    const ended = await endSession(pool, before.uid);
    services.sendLogoutNotices();
    if (ended) await services.signInEvents.ended(ended);
  }
  const session = isSameUser ? before : new provider.Session();
  session.loginAccount({ accountId, amr, acr: acrOf(amr) });
  // Session fixation: a cookie from before the sign-in must not open the session.
  if (isSameUser) session.resetIdentifier();
  await session.save(sessionSeconds);
  // Check after the session is stored: every later change finds the session and ends it.
  if ((await accounts.signInEpoch(accountId)) !== epoch) {
    await endSession(pool, session.uid);
    services.sendLogoutNotices();
    setCookie(ctx, services, null);
    return false;
  }
  setCookie(ctx, services, session.jti);
  await noteBrowser(pool, session.uid, ctx);
  const secondFactor = hasTwoFactors(amr);
  await services.signInEvents.started({ userId: accountId, clientId: accountClientId, tenantId: null, secondFactor });
  return true;
}

function setCookie(ctx: Context, services: OpenSessionServices, id: string | null) {
  const { issuer, cookie, sessionSeconds } = services;
  const cookies = services.providerCookies(ctx);
  // TLS may end at a proxy. Browsers see the scheme of the issuer.
  cookies.secure = issuer.startsWith('https:');
  const lasting = id === null ? {} : { expires: new Date(Date.now() + sessionSeconds * 1000) };
  cookies.set(cookie.name, id, { ...cookie.options, ...lasting });
}
