import Router from '@koa/router';
import {
  type Brand,
  isIdentityError,
  type Logger,
  type PageRoute,
  pageHeaders,
  readFormBody,
  renderPage,
  requestId,
} from '@org/identity-core';
import type { Context, Middleware } from 'koa';
import type { Provider } from 'oidc-provider';
import { isFromOurPages } from './interactions/same-site.js';
import { readPageCookie, readQuery, setPageCookies } from './page-cookies.js';
import { errorPage } from './provider/error-page.js';

export interface PageServices {
  provider: Provider;
  issuer: string;
  brand: Brand;
  logger: Logger;
  cookie: { name: string; options: object };
}

/** Serves the plugins' own pages to whoever is signed in to this browser, or to nobody in particular. */
export function pageRoutes(pages: readonly PageRoute[], services: PageServices): Middleware {
  const router = new Router();
  for (const page of pages)
    router[page.method](page.path, (ctx) => withErrorPage(ctx, services, () => serve(ctx, page, services)));
  // The router's own context type differs from Koa's only in what it adds.
  return router.routes() as unknown as Middleware;
}

/** People get a page, whatever happens. */
async function withErrorPage(ctx: Context, { brand, logger }: PageServices, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const known = isIdentityError(error) && error.status < 500;
    if (!known) logger.error({ err: error, requestId: requestId(ctx.req), method: ctx.method }, 'page failed');
    ctx.set(pageHeaders);
    ctx.status = known ? error.status : 500;
    ctx.body = errorPage(brand, known ? 'invalid_request' : 'server_error', requestId(ctx.req));
  }
}

async function serve(
  ctx: Context & { params?: Record<string, string> },
  page: PageRoute,
  services: PageServices,
): Promise<void> {
  const { provider, issuer, brand, cookie } = services;
  ctx.set(pageHeaders);
  if (ctx.method === 'POST' && !isFromOurPages(ctx, issuer)) {
    ctx.status = 400;
    ctx.body = errorPage(brand, 'invalid_request', requestId(ctx.req));
    return;
  }
  const session = await provider.Session.get(ctx);
  const form = ctx.method === 'POST' ? await readFormBody(ctx) : {};
  const answer = await page.handle({
    params: ctx.params ?? {},
    query: readQuery(ctx),
    form,
    userId: session.accountId,
    ip: ctx.ip,
    cookie: readPageCookie(ctx, issuer),
  });
  setPageCookies(ctx, issuer, answer.cookies);
  if ('page' in answer) {
    ctx.status = answer.status ?? 200;
    ctx.body = renderPage(answer.page);
    return;
  }
  if (answer.signOut && session.accountId) {
    await session.destroy();
    // The provider's cookies, since they carry its signature.
    provider.createContext(ctx.req, ctx.res).cookies.set(cookie.name, null, cookie.options);
  }
  ctx.status = 303;
  ctx.redirect(answer.redirect);
}
