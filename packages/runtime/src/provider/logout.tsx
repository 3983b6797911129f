import type { Context, Middleware } from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { afterSignOut, type LeavingServices } from '../pages/leave-provider.js';
import { LoggedOutPage } from '../pages/logged-out-page.js';
import { LogoutPage } from '../pages/logout-page.js';
import { keepLanguage, providerLanguage } from '../pages/request-language.js';
import type { ProviderPageServices } from '../pages/show-error.js';
import { showPage } from '../pages/show-page.js';
import { logoutSecretOf } from './patches/session-state.js';
import { redirectToGet } from './redirect-to-get.js';

/** The hook of oidc-provider for the logout page. If the client proves that the session is its user's, no page is shown. */
export function logoutPage(
  services: ProviderPageServices & LeavingServices,
  cookie: { name: string; options: object },
) {
  return async (ctx: KoaContextWithOIDC): Promise<void> => {
    const { session, client, entities, params } = ctx.oidc;
    const returnTo = params?.['post_logout_redirect_uri'];
    const hintMatches = entities.IdTokenHint?.payload['sub'] === session?.accountId;
    if (session && client && hintMatches && typeof returnTo === 'string') {
      await session.destroy();
      ctx.cookies.set(cookie.name, null, cookie.options);
      redirect(ctx, await afterSignOut(ctx, services, session, urlWith(returnTo, params?.['state'])));
      return;
    }
    const hidden = { xsrf: logoutSecretOf(session) };
    const action = ctx.oidc.urlFor('end_session_confirm');
    const { brand, issuer } = services;
    const language = await providerLanguage(ctx, services);
    // For the page after the logout.
    if (params?.['ui_locales'] !== undefined) keepLanguage(ctx, issuer, params['ui_locales']);
    const page = <LogoutPage brand={brand} clientName={client?.clientName} action={action} hidden={hidden} />;
    showPage(ctx, { page, brand, language });
  };
}

/** The hook of oidc-provider for the page after the logout. */
export function loggedOutPage(services: ProviderPageServices) {
  return async (ctx: KoaContextWithOIDC): Promise<void> => {
    const { brand } = services;
    const { client } = ctx.oidc;
    const page = <LoggedOutPage brand={brand} clientName={client?.clientName} homeUri={client?.clientUri} />;
    showPage(ctx, { page, brand, language: await providerLanguage(ctx, services) });
  };
}

/** Handles logout by POST, and logout without a session. oidc-provider would send a 404, or a page that needs a script. */
export function logoutRequests(services: ProviderPageServices): Middleware {
  const showLoggedOut = loggedOutPage(services);
  return async (ctx, next) => {
    if (ctx.method === 'POST') return redirectToGet(ctx, services, (name) => parameters.includes(name));
    await next();
    // oidc-provider adds `oidc` to the context. Koa's type does not include it.
    const context = ctx as unknown as KoaContextWithOIDC;
    const { oidc } = context;
    if (ctx.status !== 200 || !oidc?.session || oidc.session.accountId) return;
    const returnTo = oidc.params?.['post_logout_redirect_uri'];
    if (oidc.entities.IdTokenHint && typeof returnTo === 'string')
      redirect(ctx, urlWith(returnTo, oidc.params?.['state']));
    else await showLoggedOut(context);
  };
}

const parameters = ['id_token_hint', 'post_logout_redirect_uri', 'state', 'client_id', 'ui_locales', 'logout_hint'];

/** After the form of the logout page: the session has ended, and the browser may have to leave the provider as well. */
export function confirmedLogouts(services: LeavingServices): Middleware {
  return async (ctx, next) => {
    await next();
    // oidc-provider adds `oidc` to the context. Koa's type does not include it.
    const { oidc } = ctx as unknown as KoaContextWithOIDC;
    const returnTo = ctx.response.get('location');
    if (ctx.status !== 303 || returnTo === '' || !oidc?.session || !oidc.params?.['logout']) return;
    redirect(ctx, await afterSignOut(ctx, services, oidc.session, returnTo));
  };
}

function urlWith(returnTo: string, state: unknown): string {
  const url = new URL(returnTo);
  if (typeof state === 'string') url.searchParams.set('state', state);
  return url.href;
}

function redirect(ctx: Pick<Context, 'status' | 'redirect' | 'body'>, url: string): void {
  ctx.body = null;
  ctx.status = 303;
  ctx.redirect(url);
}
