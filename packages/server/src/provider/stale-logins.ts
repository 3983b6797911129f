import type { AccountStore } from '@org/identity-core';
import { endSession, hasStaleLogin, isStaleLogin, type Transaction } from '@org/identity-prisma';
import type { Brand } from '@org/identity-ui';
import type { Context, Middleware, Next } from 'koa';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import { cookies } from '../http/cookies.js';
import { paths } from '../http/paths.js';
import { showError } from '../pages/show-error.js';

export interface StaleLoginServices {
  provider: Provider;
  pool: Pool;
  issuer: string;
  brand: Brand;
  accounts: Pick<AccountStore<Transaction>, 'signInEpoch' | 'accountPage'>;
  sendLogoutNotices: () => void;
}

/**
 * A login is valid until the password or another credential changes. Between the password and the session there is a redirect
 * that an attacker can hold back. If a credential changed meanwhile, the login is dropped and the user has to sign in again.
 */
export function forgetStaleLogins(services: StaleLoginServices): Middleware {
  const { provider, accounts } = services;
  const { names, short } = cookies(services.issuer, []);
  return (ctx, next) => (ctx.path.startsWith(`${paths.authorization}/`) ? withoutStale(ctx, next) : next());

  async function withoutStale(ctx: Context, next: Next): Promise<void> {
    // oidc-provider uses this cookie and ignores the path.
    const uid = ctx.cookies.get(names.resume, short);
    if (uid && (await hasStaleLogin(services.pool, uid, ctx))) await forgetLogin(provider, uid);
    await next();
    // Check the login again: this finds every change before the session was written. Every later change finds the session
    // and ends it.
    const { oidc } = ctx as unknown as KoaContextWithOIDC;
    const login = oidc?.result?.login;
    if (login && oidc.session && isStaleLogin(login, await accounts.signInEpoch(login.accountId)))
      await undo(ctx, services, oidc.session.uid);
  }
}

async function forgetLogin(provider: Provider, uid: string): Promise<void> {
  const interaction = await provider.Interaction.find(uid);
  if (!interaction?.result) return;
  const { login: _stale, ...others } = interaction.result;
  interaction.result = others;
  await interaction.persist();
}

async function undo(ctx: Context, services: StaleLoginServices, uid: string) {
  const { pool, issuer, sendLogoutNotices } = services;
  // This also revokes the code in the response that is about to be sent.
  await endSession(pool, uid);
  sendLogoutNotices();
  const { names, long } = cookies(issuer, []);
  ctx.cookies.set(names.session, null, long);
  ctx.remove('location');
  showError(ctx, services, { code: 'session_not_found', status: 400 });
}
