import { type Brand, isIdentityError, pageHeadersOf, readFormBody, renderPage, requestId } from '@org/identity-core';
import { endSession } from '@org/identity-prisma';
import type { Context, Middleware } from 'koa';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import { LoggedOutPage } from '../pages/logged-out-page.js';
import { LogoutPage } from '../pages/logout-page.js';
import { errorPage } from './error-page.js';
import { paths } from './paths.js';

/** Makes the end of a session the end of everything issued in it, in one statement; then its clients are told. */
export function endSessionsWhole(provider: Provider, pool: Pool, sendLogoutNotices: () => void): void {
  // Was: delete the session, and revoke the newest grant of each client unless it was for offline use.
  provider.Session.prototype.destroy = async function destroy() {
    await endSession(pool, this.uid);
    sendLogoutNotices();
    // The library looks at this flag to not write the session back.
    Object.assign(this, { destroyed: true });
    this.emit('destroyed');
  };
}

/** The library's hook for the page that asks; for a client that proves the session is its user's, nobody is asked. */
export function logoutPage(brand: Brand, cookie: { name: string; options: object }) {
  return async (ctx: KoaContextWithOIDC): Promise<void> => {
    const { session, client, entities, params } = ctx.oidc;
    const returnTo = params?.['post_logout_redirect_uri'];
    const hintIsTheirs = entities.IdTokenHint?.payload['sub'] === session?.accountId;
    if (session && client && hintIsTheirs && typeof returnTo === 'string') {
      await session.destroy();
      ctx.cookies.set(cookie.name, null, cookie.options);
      redirect(ctx, returnTo, params?.['state']);
      return;
    }
    const hidden = { xsrf: String(session?.state?.['secret'] ?? '') };
    const action = ctx.oidc.urlFor('end_session_confirm');
    show(ctx, brand, <LogoutPage brand={brand} clientName={client?.clientName} action={action} hidden={hidden} />);
  };
}

/** The library's hook for the page at the end. */
export function loggedOutPage(brand: Brand) {
  return (ctx: KoaContextWithOIDC): void => {
    const { client } = ctx.oidc;
    show(ctx, brand, <LoggedOutPage brand={brand} clientName={client?.clientName} homeUri={client?.clientUri} />);
  };
}

/** Logout by POST, and logout of somebody who is not signed in: the library would answer 404, or a page that needs a script. */
export function logoutRequests(brand: Brand): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== paths.logout) return next();
    if (ctx.method === 'POST') return redirectToGet(ctx, brand);
    await next();
    // The library puts `oidc` onto the context, which Koa's type does not know.
    const { oidc } = ctx as unknown as KoaContextWithOIDC;
    if (ctx.status !== 200 || !oidc?.session || oidc.session.accountId) return;
    const returnTo = oidc.params?.['post_logout_redirect_uri'];
    if (oidc.entities.IdTokenHint && typeof returnTo === 'string') redirect(ctx, returnTo, oidc.params?.['state']);
    else
      show(
        ctx,
        brand,
        <LoggedOutPage brand={brand} clientName={oidc.client?.clientName} homeUri={oidc.client?.clientUri} />,
      );
  };
}

const parameters = ['id_token_hint', 'post_logout_redirect_uri', 'state', 'client_id', 'ui_locales', 'logout_hint'];
// Browsers and proxies cut longer addresses, or refuse them.
const longestAddress = 8000;

/** A top-level GET carries our Lax cookies, a cross-site POST would not. */
async function redirectToGet(ctx: Context, brand: Brand): Promise<void> {
  const fields = await readFormBody(ctx).catch((error: unknown) => {
    if (isIdentityError(error)) return undefined;
    throw error;
  });
  const known = Object.entries(fields ?? {}).filter(([name]) => parameters.includes(name));
  const address = `${paths.logout}?${new URLSearchParams(known)}`;
  if (!fields || address.length > longestAddress) {
    ctx.set(pageHeadersOf(brand));
    ctx.status = 400;
    ctx.body = errorPage(brand, 'invalid_request', requestId(ctx.req));
    return;
  }
  ctx.status = 303;
  ctx.redirect(address);
}

function redirect(ctx: Pick<Context, 'status' | 'redirect' | 'body'>, returnTo: string, state: unknown): void {
  const url = new URL(returnTo);
  if (typeof state === 'string') url.searchParams.set('state', state);
  ctx.body = null;
  ctx.status = 303;
  ctx.redirect(url.href);
}

function show(ctx: Pick<Context, 'set' | 'body'>, brand: Brand, page: Parameters<typeof renderPage>[0]): void {
  ctx.set(pageHeadersOf(brand));
  ctx.body = renderPage(page);
}
