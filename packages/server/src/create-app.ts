import { type Authenticate, createRouter, errorBoundary, type SignInStep } from '@org/identity-core';
import Koa from 'koa';
import type { Provider } from 'oidc-provider';
import { apiDocs } from './api-docs/api-docs.js';
import { openApiDocument } from './api-docs/openapi-document.js';
import { providerEndpoints } from './api-docs/provider-endpoints.js';
import type { Composed } from './compose.js';
import { answerBelow, basePathOf } from './http/base-path.js';
import { compressReplies } from './http/compress-replies.js';
import { sessionCookie } from './http/cookies.js';
import { cors } from './http/cors.js';
import { refuseMalformedUrls } from './http/refuse-malformed-urls.js';
import { interactionRoutes } from './interactions/interaction-routes.js';
import { countSignIns } from './observe/count-sign-ins.js';
import { notePageRoutes } from './observe/note-page-routes.js';
import { once } from './once.js';
import type { Opened } from './open.js';
import { notFound } from './pages/not-found.js';
import { pageRoutes } from './pages/page-routes.js';
import { providerCookies } from './provider/patches/provider-create-context.js';

/** Builds the app that answers every path of the service but those of oidc-provider, in the order of its middleware. */
export function createApp(
  { settings, logger, outages, db, pool }: Opened,
  { composition, metrics, notices, rehearse }: Composed,
  { provider, authenticate, steps }: { provider: Provider; authenticate: Authenticate; steps: readonly SignInStep[] },
) {
  const { issuer, brand, secret } = settings;
  const { accounts, tenants, routes, pages, sections } = composition;
  const basePath = basePathOf(issuer);
  const visitors = { provider, issuer, secret, accounts, sessionSeconds: settings.lifetimes.session };
  const { translate } = outages;
  const services = { provider, pool, issuer, brand, logger, accounts, sendLogoutNotices: notices.sendSoon, translate };
  const openApi = once(() => openApiDocument(sections, { issuer, productName: brand.productName }));

  const app = new Koa({ proxy: settings.trustedProxies > 0, maxIpsCount: settings.trustedProxies });
  // A connection that breaks off is no failure of ours; without a listener Koa would print it.
  for (const each of [app, provider])
    each.on('error', (error: Error) => logger.debug({ err: error }, 'response not finished'));
  app.use(errorBoundary(logger, translate));
  app.use(refuseMalformedUrls);
  app.use(cors(db, issuer));
  app.use(compressReplies(createRouter(routes, authenticate, logger, rehearse)));
  app.use(notePageRoutes);
  app.use(answerBelow(basePath));
  const counted = steps.map((step) => countSignIns(step, metrics));
  app.use(interactionRoutes({ ...services, steps: counted, tenants }));
  const ofProvider = (ctx: Koa.Context) => providerCookies(provider, ctx);
  app.use(pageRoutes(pages, { ...services, cookie: sessionCookie(issuer), providerCookies: ofProvider, visitors }));
  if (settings.apiDocs) app.use(apiDocs({ document: openApi, provider: providerEndpoints(issuer), brand, basePath }));
  app.use(notFound({ issuer, brand }));
  return { app, openApi };
}
