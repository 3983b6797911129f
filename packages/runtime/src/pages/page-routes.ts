import { Readable } from 'node:stream';
import Router from '@koa/router';
import {
  checkKinds,
  checkOrigins,
  isIdentityError,
  ownOrigin,
  type PageRoute,
  requestId,
  takesOrigin,
} from '@org/identity-core';
import { noteBrowser } from '@org/identity-prisma';
import { pageHeadersOf } from '@org/identity-ui';
import type { Context, Middleware } from 'koa';

import { signedInPath, signInUrl } from '../clients/account-client.js';
import { isFromOurPages } from '../http/cookies.js';

import { afterSignOut } from './leave-provider.js';
import { showNotFound } from './not-found.js';
import { openSession } from './open-session.js';
import { askForOwnSignIn } from './own-sign-in.js';
import { callerByCookie } from './page-caller.js';
import { readPageCookie, readQuery, setPageCookies } from './page-cookies.js';
import type { PageServices } from './page-services.js';
import { findVisitor } from './page-session.js';
import { readPageForm } from './read-upload.js';
import { keepLanguage, noteLanguage, requestedLanguage, requestLanguage } from './request-language.js';
import { showError, showRateLimit, showUnavailable } from './show-error.js';
import { showPage } from './show-page.js';
import { takeSignIn } from './take-sign-in.js';

/** Serves the pages of the plugins, with the user who is signed in to this browser, if any. */
export function pageRoutes(pages: readonly PageRoute[], services: PageServices): Middleware {
  const router = new Router();
  for (const page of pages) {
    const name = `The page ${page.method.toUpperCase()} ${page.path}`;
    checkOrigins(page, name);
    checkKinds(page, services.callers, name);
    router[page.method](page.path, (ctx) => withErrorPage(ctx, services, () => serve(ctx, page, services)));
  }
  router.get(signedInPath, (ctx) =>
    withErrorPage(ctx, services, () => {
      ctx.set(pageHeadersOf(services.brand));
      return takeSignIn(ctx, services);
    }),
  );
  // The router's context type only adds properties to Koa's.
  return router.routes() as unknown as Middleware;
}

/** Shows an error page if the work fails. */
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
  if (ctx.method === 'POST' && !page.fromOtherSites && !isFromOurPages(ctx, issuer))
    return showError(ctx, services, { code: 'invalid_request', status: 400 });
  const visitor = await findVisitor(ctx, services.visitors);
  const { browserSession, origin, locale, renewedCookies } = visitor;
  // For a page that does not take users, or not the origin of the session, nobody is signed in.
  const isTaken = takesOrigin(page, origin);
  const { userId, session } = isTaken ? visitor : { userId: undefined, session: undefined };
  setPageCookies(ctx, issuer, renewedCookies);
  noteLanguage(ctx, { locale });
  if (ctx.query['ui_locales'] !== undefined) keepLanguage(ctx, issuer, requestedLanguage(ctx, issuer));
  if (session) await noteBrowser(services.pool, session.uid, ctx);
  const sent =
    ctx.method === 'POST' ? await readPageForm(ctx, page, { signedIn: session !== undefined }) : { form: {} };
  const request = {
    params: ctx.params ?? {},
    query: readQuery(ctx),
    ...sent,
    userId,
    origin: isTaken ? origin : ownOrigin,
    session,
    ip: ctx.ip,
    ...requestLanguage(ctx, issuer),
    cookie: readPageCookie(ctx, issuer),
    caller: callerByCookie(ctx, page, services),
    signInBrand: services.signInBrand,
  };
  const answer = await page.handle(request);
  const outcome = isTaken ? answer : askForOwnSignIn(services, { request, answer, visitor });
  setPageCookies(ctx, issuer, outcome.cookies);
  if ('page' in outcome) {
    const { page: drawn, status = 200, styles, brand: look = brand } = outcome;
    if (locale === undefined) noteLanguage(ctx, { locale: outcome.locale });
    const { language } = requestLanguage(ctx, issuer);
    return showPage(ctx, { page: drawn, status, brand: look, language, ...(styles === undefined ? {} : { styles }) });
  }
  if ('notFound' in outcome) return showNotFound(ctx, services);
  if ('download' in outcome) {
    ctx.set({
      'Content-Type': outcome.download.type,
      'Content-Disposition': `attachment; filename="${outcome.download.name}"`,
    });
    sendFile(ctx, outcome.download.body, services);
    return;
  }
  ctx.status = 303;
  if ('signIn' in outcome) {
    const { proven } = outcome.signIn;
    if (
      proven &&
      !(await openSession(
        ctx,
        { ...services, sessionSeconds: services.visitors.sessionSeconds },
        { before: browserSession, proven },
      ))
    )
      return showError(ctx, services, { code: 'session_not_found', status: 400 });
    ctx.redirect(signInUrl(issuer, { ...outcome.signIn, language: requestedLanguage(ctx, issuer) }));
    return;
  }
  let { redirect } = outcome;
  if (outcome.signOut && browserSession.accountId) {
    await browserSession.destroy();
    services.providerCookies(ctx).set(cookie.name, null, cookie.options);
    redirect = await afterSignOut(ctx, services, browserSession, redirect);
  }
  ctx.redirect(redirect);
}

function sendFile(ctx: Context, body: string | Readable, { logger }: PageServices): void {
  if (body instanceof Readable)
    body.once('error', (err) => {
      logger.error({ err, requestId: requestId(ctx.req) }, 'download failed');
      // The status and the first rows are sent. Only a broken connection tells the browser that the file is incomplete.
      ctx.res.destroy();
    });
  ctx.body = body;
}
