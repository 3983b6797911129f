import { Readable } from 'node:stream';
import Router from '@koa/router';
import {
  type Brand,
  isIdentityError,
  type Logger,
  type PageRoute,
  pageHeadersOf,
  readFormBody,
  requestId,
  type TranslateError,
} from '@org/identity-core';
import { noteBrowser } from '@org/identity-prisma';
import type { Context, Middleware } from 'koa';
import type { Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import { signedInPath, signInAddress } from '../clients/account-client.js';
import { isFromOurPages } from '../http/same-site.js';
import { showNotFound } from './not-found.js';
import { openSession } from './open-session.js';
import { readPageCookie, readQuery, setPageCookies } from './page-cookies.js';
import { findVisitor, type PageSessionServices } from './page-session.js';
import { askedLanguage, keepLanguage, noteLanguage, requestLanguage } from './request-language.js';
import { showError, showRateLimit, showUnavailable } from './show-error.js';
import { showPage } from './show-page.js';
import { takeSignIn } from './take-sign-in.js';

export interface PageServices {
  provider: Provider;
  issuer: string;
  brand: Brand;
  logger: Logger;
  cookie: { name: string; options: object };
  /** The cookies of a request as oidc-provider signs them. */
  providerCookies(ctx: Context): Context['cookies'];
  visitors: PageSessionServices;
  accounts: PageSessionServices['accounts'];
  pool: Pool;
  sendLogoutNotices: () => void;
  /** The 503 for a database that is unavailable. */
  translate: TranslateError;
}

/** Serves the plugins' own pages to whoever is signed in to this browser, or to nobody in particular. */
export function pageRoutes(pages: readonly PageRoute[], services: PageServices): Middleware {
  const router = new Router();
  for (const page of pages)
    router[page.method](page.path, (ctx) => withErrorPage(ctx, services, () => serve(ctx, page, services)));
  router.get(signedInPath, (ctx) =>
    withErrorPage(ctx, services, () => {
      ctx.set(pageHeadersOf(services.brand));
      return takeSignIn(ctx, services);
    }),
  );
  // The router's own context type differs from Koa's only in what it adds.
  return router.routes() as unknown as Middleware;
}

/** People get a page, whatever happens. */
async function withErrorPage(ctx: Context, services: PageServices, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isIdentityError(error) && error.code === 'RATE_LIMITED') return showRateLimit(ctx, services, error);
    const unavailable = services.translate(error);
    if (unavailable) return showUnavailable(ctx, services, unavailable);
    const known = isIdentityError(error) && error.status < 500;
    if (!known) services.logger.error({ err: error, requestId: requestId(ctx.req), method: ctx.method }, 'page failed');
    const code = known ? 'invalid_request' : 'server_error';
    showError(ctx, services, { code, status: known ? error.status : 500 });
  }
}

async function serve(
  ctx: Context & { params?: Record<string, string> },
  page: PageRoute,
  services: PageServices,
): Promise<void> {
  const { issuer, brand, cookie } = services;
  ctx.set(pageHeadersOf(brand));
  if (ctx.method === 'POST' && !isFromOurPages(ctx, issuer))
    return showError(ctx, services, { code: 'invalid_request', status: 400 });
  const { browserSession, userId, locale, session } = await findVisitor(ctx, services.visitors);
  noteLanguage(ctx, { locale });
  if (ctx.query['ui_locales'] !== undefined) keepLanguage(ctx, issuer, askedLanguage(ctx, issuer));
  if (session) await noteBrowser(services.pool, { uid: session.uid, ip: ctx.ip, userAgent: ctx.get('user-agent') });
  const form = ctx.method === 'POST' ? await readFormBody(ctx) : {};
  const answer = await page.handle({
    params: ctx.params ?? {},
    query: readQuery(ctx),
    form,
    userId,
    session,
    ip: ctx.ip,
    ...requestLanguage(ctx, issuer),
    cookie: readPageCookie(ctx, issuer),
  });
  setPageCookies(ctx, issuer, answer.cookies);
  if ('page' in answer) {
    const { page: drawn, status = 200 } = answer;
    if (locale === undefined) noteLanguage(ctx, { locale: answer.locale });
    return showPage(ctx, { page: drawn, status, brand, language: requestLanguage(ctx, issuer).language });
  }
  if ('notFound' in answer) return showNotFound(ctx, services);
  if ('download' in answer) {
    ctx.set({
      'Content-Type': answer.download.type,
      'Content-Disposition': `attachment; filename="${answer.download.name}"`,
    });
    sendFile(ctx, answer.download.body, services);
    return;
  }
  ctx.status = 303;
  if ('signIn' in answer) {
    const { proven } = answer.signIn;
    if (
      proven &&
      !(await openSession(
        ctx,
        { ...services, sessionSeconds: services.visitors.sessionSeconds },
        { before: browserSession, proven },
      ))
    )
      return showError(ctx, services, { code: 'session_not_found', status: 400 });
    ctx.redirect(signInAddress(issuer, { ...answer.signIn, language: askedLanguage(ctx, issuer) }));
    return;
  }
  if (answer.signOut && browserSession.accountId) {
    await browserSession.destroy();
    services.providerCookies(ctx).set(cookie.name, null, cookie.options);
  }
  ctx.redirect(answer.redirect);
}

function sendFile(ctx: Context, body: string | Readable, { logger }: PageServices): void {
  if (body instanceof Readable)
    body.once('error', (err) => {
      logger.error({ err, requestId: requestId(ctx.req) }, 'a download broke off');
      // Status and first rows are sent: only a connection that breaks tells the browser that the file is not complete.
      ctx.res.destroy();
    });
  ctx.body = body;
}
