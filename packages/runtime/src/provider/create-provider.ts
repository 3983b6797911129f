import {
  browserScopes,
  errorBoundary,
  loggablePath,
  machineScopes,
  type SignInStep,
  type TranslateError,
  userScopes,
} from '@org/identity-core';
import { createOidcAdapter, hasOpenExchange, noteBrowser } from '@org/identity-prisma';
import type { Middleware } from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Pool } from 'pg';
import type { Composition } from '../compose-plugins.js';
import { acceptsForeignClients } from '../foreign-clients/accepts-foreign-clients.js';
import { cors, proofHeader, providerCors } from '../http/cors.js';
import { devicePaths, isDevicePath, paths } from '../http/paths.js';
import { refuseMalformedUrls } from '../http/refuse-malformed-urls.js';
import type { ProviderPageServices } from '../pages/show-error.js';
import { grantLoader } from './authorization-request.js';
import { acceptPlainPkce } from './authorization-rules.js';
import { configuration, type DeviceFlow, grantSeconds } from './configuration.js';
import { contractResponses, knownMethods, unavailableResponses } from './contract-responses.js';
import { noteForeignUses } from './foreign-uses.js';
import { refuseFutureProofs } from './future-proofs.js';
import { confirmedLogouts, logoutRequests } from './logout.js';
import { Provider } from './oidc-provider.js';
import type { PatchParts } from './patches/patch.js';
import { applyPatches } from './patches/patches.js';
import { redirectToGet } from './redirect-to-get.js';
import { resources } from './resources.js';
import { completeSignIns, forgetStaleLogins } from './resumed-sign-ins.js';
import { signInPolicy } from './sign-in-steps.js';
import { registerTokenExchange } from './token-exchange/register-token-exchange.js';
import { createTokenLimiter } from './token-limits.js';

export interface ProviderParts extends Omit<PatchParts, 'limiter' | 'resources'> {
  composition: Composition;
  /** In the order in which a sign-in passes them. */
  steps: readonly SignInStep[];
  /** The 503 for a database that is unavailable. */
  translate: TranslateError;
  /** Keeps the responses that are the same for every caller. */
  keepConstant: Middleware;
  /** Undefined if it is off. */
  device: DeviceFlow | undefined;
}

/** Creates oidc-provider with our configuration, storage, patches and middleware. */
export function createProvider(parts: ProviderParts): Provider {
  const { settings, composition, steps, keys, db, pool, logger, tokens, device } = parts;
  const { accounts, tenants } = composition;
  const { issuer, brand } = settings;
  const ofResources = resources({ pool, ours: [tokens.audience, issuer] });
  const limiter = createTokenLimiter({ pool, logger, limits: settings.limits.tokenEndpoint });
  const scopes = new Set<string>([...browserScopes(), ...machineScopes()]);
  const { tokenExchange, deviceFlow } = settings;
  const provider = new Provider(
    settings.issuer,
    configuration({
      settings,
      composition,
      keys,
      fetch: parts.fetch,
      limiter,
      adapter: createOidcAdapter(pool, { tokenExchange, deviceFlow, scopes }),
      scopes,
      policy: signInPolicy(steps, tenants),
      resources: ofResources,
      loadExistingGrant: grantLoader({ pool, tenants, grantSeconds: grantSeconds(settings) }),
      device,
    }),
  );
  // The IP of a browser behind proxies, with the same setting as in our own app.
  provider.proxy = settings.trustedProxies > 0;
  provider.maxIpsCount = settings.trustedProxies;
  applyPatches(provider, { ...parts, limiter, resources: ofResources });
  if (settings.tokenExchange) registerTokenExchange(provider, parts);
  // For errors of our own middleware, which oidc-provider does not catch.
  provider.use(errorBoundary(logger));
  provider.use(unavailableResponses(provider, { issuer, brand, translate: parts.translate }));
  provider.use(refuseMalformedUrls);
  provider.use(cors(db, settings.issuer, { ...providerCors, ...proofHeader(settings) }));
  provider.use(parts.keepConstant);
  provider.use(knownMethods);
  const { audience } = tokens;
  const { unlistedClaims } = composition;
  const { allowPlainPkce, privateKeyJwt } = settings;
  provider.use(contractResponses({ allowPlainPkce, scopes: userScopes, unlistedClaims, audience, privateKeyJwt }));
  if (settings.dPoP) provider.use(refuseFutureProofs);
  const pages = { issuer, brand, accounts };
  const useAt = (isAt: (path: string) => boolean, middleware: Middleware) =>
    provider.use((ctx, next) => (isAt(ctx.path) ? middleware(ctx, next) : next()));
  const isResumed = (path: string) =>
    path.startsWith(`${paths.authorization}/`) || path.startsWith(`${devicePaths.page}/`);
  const isAuthorization = (path: string) => path === paths.authorization;
  useAt((path) => path === paths.token, finishedExchanges);
  if (acceptsForeignClients(settings)) useAt((path) => path === paths.token, noteForeignUses({ db, logger }));
  if (device) useAt(isDevicePath, device.middleware);
  useAt((path) => path.startsWith(paths.authorization) || path.startsWith(devicePaths.page), noteBrowsers(pool));
  // Must wrap `forgetStaleLogins`: a stale login is not a completed sign-in.
  useAt(isResumed, completeSignIns({ steps, issuer, logger, signInEvents: parts.signInEvents }));
  useAt(
    isResumed,
    forgetStaleLogins({ provider, pool, issuer, brand, accounts, sendLogoutNotices: parts.sendLogoutNotices }),
  );
  useAt((path) => path === paths.logout, logoutRequests(pages));
  useAt(
    (path) => path === `${paths.logout}/confirm`,
    confirmedLogouts({ issuer, connections: composition.services.connections }),
  );
  useAt(isAuthorization, authorizationByPost(pages));
  if (allowPlainPkce) useAt(isAuthorization, acceptPlainPkce);
  provider.on('server_error', (ctx, error) => {
    if (parts.translate(error)) return;
    logger.error({ err: error, method: ctx.method, path: loggablePath(ctx.path) }, 'request failed');
  });
  return provider;
}

/** Accepts authorization requests by POST as well (OpenID Connect Core §3.1.2.1). Was: only with `SameSite=None` cookies. */
function authorizationByPost(services: ProviderPageServices): Middleware {
  return (ctx, next) => (ctx.method === 'POST' ? redirectToGet(ctx, services) : next());
}

/** One statement marks a code or refresh token as used and writes the new tokens. No response is sent before it has run. */
const finishedExchanges: Middleware = async (ctx, next) => {
  await next();
  // The context of oidc-provider is Koa's, plus `oidc`.
  if (ctx.status < 400 && hasOpenExchange(ctx as unknown as KoaContextWithOIDC)) {
    throw new Error('Tokens were issued, but their code or refresh token was not marked as used.');
  }
};

/** Stores the browser and IP of a session at each of its requests. Its user sees them in the list of sessions. */
function noteBrowsers(pool: Pool): Middleware {
  return async (ctx, next) => {
    await next();
    // oidc-provider adds `oidc` to the context. Koa's type does not include it.
    const { session } = (ctx as unknown as KoaContextWithOIDC).oidc ?? {};
    if (!session?.accountId) return;
    await noteBrowser(pool, session.uid, ctx);
  };
}
