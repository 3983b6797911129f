import { type AccountStore, acrOf, type ProvenAccount } from '@org/identity-core';
import { endSession, noteBrowser, type Transaction } from '@org/identity-prisma';
import type { Context } from 'koa';
import type { Provider, Session } from 'oidc-provider';
import type { Pool } from 'pg';

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
}

/**
 * Opens a session for an account that was proven on one of our own pages, as oidc-provider does after its `login` prompt. A second
 * factor is asked for by the sign-in that has to follow. Returns false, and leaves no session, if the proof is stale by now.
 */
export async function openSession(
  ctx: Context,
  services: OpenSessionServices,
  { before, proven }: { before: Session; proven: ProvenAccount },
): Promise<boolean> {
  const { provider, pool, accounts, sessionSeconds } = services;
  const { accountId, epoch } = proven;
  const amr = [...proven.amr];
  const isTheirs = before.accountId === accountId;
  if (before.accountId && !isTheirs) {
    await endSession(pool, before.uid);
    services.sendLogoutNotices();
  }
  const session = isTheirs ? before : new provider.Session();
  session.loginAccount({ accountId, amr, acr: acrOf(amr) });
  // The value of a cookie that was there before the sign-in must not open the session.
  if (isTheirs) session.resetIdentifier();
  await session.save(sessionSeconds);
  // After the session is stored: a change that is made from now on finds it and ends it.
  if ((await accounts.signInEpoch(accountId)) !== epoch) {
    await endSession(pool, session.uid);
    services.sendLogoutNotices();
    setCookie(ctx, services, null);
    return false;
  }
  setCookie(ctx, services, session.jti);
  await noteBrowser(pool, { uid: session.uid, ip: ctx.ip, userAgent: ctx.get('user-agent') });
  return true;
}

function setCookie(ctx: Context, services: OpenSessionServices, id: string | null) {
  const { issuer, cookie, sessionSeconds } = services;
  const cookies = services.providerCookies(ctx);
  // TLS may end at a proxy: what browsers see is the issuer's scheme.
  cookies.secure = issuer.startsWith('https:');
  const lasting = id === null ? {} : { expires: new Date(Date.now() + sessionSeconds * 1000) };
  cookies.set(cookie.name, id, { ...cookie.options, ...lasting });
}
