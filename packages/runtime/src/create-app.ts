import {
  type Authenticate,
  createRouter,
  errorBoundary,
  groupOfPath,
  IdentityError,
  type RouteGroup,
  type SignInStep,
} from '@org/identity-core';
import { createReadsEmails } from '@org/identity-prisma';
import Koa from 'koa';
import type { Provider } from 'oidc-provider';
import { apiDocs } from './api-docs/api-docs.js';
import { openApiDocument } from './api-docs/openapi-document.js';
import { providerEndpoints } from './api-docs/provider-endpoints.js';
import { beginningsOf } from './clients/account-client.js';
import type { Composed } from './compose.js';
import { compressResponses } from './http/compress-responses.js';
import { sessionCookie } from './http/cookies.js';
import { cors, corsOfRoutes, proofHeader } from './http/cors.js';
import { addBasePath, basePathOf, registrationPath } from './http/paths.js';
import { refuseMalformedUrls } from './http/refuse-malformed-urls.js';
import { interactionRoutes } from './interactions/interaction-routes.js';
import { findSignInBrand } from './interactions/sign-in-brand.js';
import { countSignIns } from './observe/metrics.js';
import { notePageRoutes } from './observe/observe-requests.js';
import { recordFailures, type SignInEvents } from './observe/sign-in-events.js';
import { once } from './once.js';
import type { Opened } from './open.js';
import { fileRoutes } from './pages/file-routes.js';
import { notFound } from './pages/not-found.js';
import { pageRoutes } from './pages/page-routes.js';
import { providerCookies } from './provider/patches/provider-create-context.js';

interface AppParts {
  provider: Provider;
  authenticate: Authenticate;
  steps: readonly SignInStep[];
  signInEvents: SignInEvents;
}

/** Creates the app that handles every path of the service except those of oidc-provider. */
export function createApp(
  opened: Opened,
  composed: Composed,
  { provider, authenticate, steps, signInEvents }: AppParts,
) {
  const { settings, secret, logger, outages, db, pool, apiExamples: examples } = opened;
  const { composition, metrics, notices, rehearse } = composed;
  const { issuer, brand } = settings;
  const { accounts, tenants, callers, consoles, routes, routeGroups, pages, files, sections } = composition;
  const basePath = basePathOf(issuer);
  const visitors = { provider, issuer, secret, accounts, sessionSeconds: settings.lifetimes.session };
  const { translate } = outages;
  const services = { provider, pool, issuer, brand, logger, accounts, sendLogoutNotices: notices.sendSoon, translate };
  const openApi = once(() =>
    openApiDocument(sections, { issuer, productName: brand.productName, dPoP: settings.dPoP }),
  );

  const app = new Koa({ proxy: settings.trustedProxies > 0, maxIpsCount: settings.trustedProxies });
  // The client closed the connection, which is not an error of the server. Without a listener Koa would print it.
  for (const each of [app, provider])
    each.on('error', (error: Error) => logger.debug({ err: error }, 'response not finished'));
  app.use(errorBoundary(logger, translate, routeGroups));
  app.use(refuseMalformedUrls);
  // Before our rules about origins: a client that registers has none yet.
  if (settings.dynamicRegistration !== 'off') app.use(registrationRoutes(opened, composed));
  app.use(cors(db, issuer, { ...corsOfRoutes(routes), ...proofHeader(settings) }));
  const authenticateBelow = belowBase(authenticate, basePath);
  app.use(compressResponses(createRouter(routes, authenticateBelow, logger, rehearse, createReadsEmails(db), callers)));
  if (routeGroups.length > 0) app.use(nothingElseIn(routeGroups));
  app.use(notePageRoutes);
  app.use(addBasePath(basePath));
  const counted = steps.map((step) => countSignIns(recordFailures(step, signInEvents), metrics));
  app.use(interactionRoutes({ ...services, steps: counted, tenants, signInEvents }));
  const cookiesOf = (ctx: Koa.Context) => providerCookies(provider, ctx);
  app.use(
    pageRoutes(pages, {
      ...services,
      connections: composition.services.connections,
      callers,
      consolePaths: beginningsOf(consoles),
      cookie: sessionCookie(issuer),
      providerCookies: cookiesOf,
      visitors,
      signInEvents,
      signInBrand: findSignInBrand({ provider, brand, tenants }),
    }),
  );
  app.use(fileRoutes(files));
  const provided = providerEndpoints(issuer, settings);
  if (settings.apiDocs) app.use(apiDocs({ document: openApi, provider: provided, brand, basePath, examples }));
  app.use(notFound({ issuer, brand }));
  return { app, openApi };
}

/** Our routes know their paths without the base path. Clients make their proofs for the whole URL. */
function belowBase(authenticate: Authenticate, basePath: string): Authenticate {
  if (basePath === '') return authenticate;
  return (authorization, read, request) =>
    authenticate(authorization, read, request && { ...request, path: `${basePath}${request.path}` });
}

/** The endpoint of clients that register themselves. Its code is loaded by the first request. */
function registrationRoutes({ settings, db }: Opened, { events }: Composed): Koa.Middleware {
  const { issuer, brand, privateKeyJwt, privateSchemes, dynamicRegistration } = settings;
  const initialAccessToken =
    typeof dynamicRegistration === 'object' ? dynamicRegistration.initialAccessToken : undefined;
  const { foreignClients: limits } = settings.limits;
  const { productName } = brand;
  const services = { db, events, issuer, privateKeyJwt, privateSchemes, productName, initialAccessToken, limits };
  return async (ctx, next) => {
    if (ctx.path !== registrationPath && !ctx.path.startsWith(`${registrationPath}/`)) return next();
    const { handleRegistration } = await import('./registration/registration-endpoint.js');
    await handleRegistration(ctx, services);
  };
}

/** Below the prefix of a group there are no pages: everything that is not a route is the group's own 404. */
function nothingElseIn(groups: readonly RouteGroup[]): Koa.Middleware {
  return (ctx, next) => {
    if (!groupOfPath(groups, ctx.path)) return next();
    throw new IdentityError('NOT_FOUND', 'There is nothing at this URL.');
  };
}
