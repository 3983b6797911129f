import type { AccountStore, Brand } from '@org/identity-core';
import { endSession, type Transaction } from '@org/identity-prisma';
import type { Context, Middleware, Next } from 'koa';
import type { InteractionResults, KoaContextWithOIDC, Provider } from 'oidc-provider';
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
 * A login counts until what opened the account changes. Between the password and the session lies a redirect that can be
 * held back: one whose password was changed meanwhile is forgotten, and the person is asked again.
 */
export function forgetStaleLogins(services: StaleLoginServices): Middleware {
  const { provider, accounts } = services;
  const { names, short } = cookies(services.issuer, []);
  return (ctx, next) => (ctx.path.startsWith(`${paths.authorization}/`) ? withoutStale(ctx, next) : next());

  async function withoutStale(ctx: Context, next: Next): Promise<void> {
    // The library goes by this cookie, whatever the path says.
    const uid = ctx.cookies.get(names.resume, short);
    const interaction = uid ? await provider.Interaction.find(uid) : undefined;
    if (interaction?.result?.login && (await isStale(accounts, interaction.result))) {
      const { login: _stale, ...others } = interaction.result;
      interaction.result = others;
      await interaction.persist();
    }
    await next();
    // Once more, of the login that was taken: whatever changed before the session was written is seen now, and
    // whatever changes from now on finds the session and ends it.
    const { oidc } = ctx as unknown as KoaContextWithOIDC;
    if (oidc?.result?.login && oidc.session && (await isStale(accounts, oidc.result)))
      await undo(ctx, services, oidc.session.uid);
  }
}

/** A login without an epoch is stale: whoever forgot to name it has not shown that the account is still theirs. */
async function isStale(accounts: StaleLoginServices['accounts'], { login }: InteractionResults): Promise<boolean> {
  const current = await accounts.signInEpoch(login?.accountId ?? '');
  return current === undefined || login?.['epoch'] !== current;
}

async function undo(ctx: Context, services: StaleLoginServices, uid: string) {
  const { pool, issuer, sendLogoutNotices } = services;
  // With the session ends the code that is about to be handed out.
  await endSession(pool, uid);
  sendLogoutNotices();
  const { names, long } = cookies(issuer, []);
  ctx.cookies.set(names.session, null, long);
  ctx.remove('location');
  showError(ctx, services, { code: 'session_not_found', status: 400 });
}
