import {
  errorBoundary,
  type Fetch,
  type Logger,
  loggablePath,
  type SignInStep,
  type TranslateError,
  userScopes,
} from '@org/identity-core';
import { createOidcAdapter, type Database } from '@org/identity-prisma';
import type { Middleware } from 'koa';
import type { Composition } from '../compose-plugins.js';
import { cors, providerCors } from '../http/cors.js';
import { paths } from '../http/paths.js';
import { refuseMalformedUrls } from '../http/refuse-malformed-urls.js';
import { authorizationByPost } from './authorization-by-post.js';
import { completeSignIns } from './complete-sign-ins.js';
import { configuration, grantSeconds } from './configuration.js';
import { contractResponses } from './contract-responses.js';
import { finishedExchanges } from './finished-exchanges.js';
import { grantLoader } from './grants.js';
import { signInPolicy } from './interaction-policy.js';
import { knownMethods } from './known-methods.js';
import { logoutRequests } from './logout.js';
import { noteBrowsers } from './note-browser.js';
import { Provider } from './oidc-provider.js';
import type { PatchParts } from './patches/patch.js';
import { applyPatches } from './patches/patches.js';
import { acceptPlainPkce } from './plain-pkce.js';
import { forgetStaleLogins } from './stale-logins.js';
import { createTokenLimiter } from './token-limits.js';
import { unavailableResponses } from './unavailable-responses.js';

export interface ProviderParts extends Omit<PatchParts, 'limiter'> {
  composition: Composition;
  /** In the order in which a sign-in passes them. */
  steps: readonly SignInStep[];
  db: Database;
  logger: Logger;
  fetch: Fetch;
  /** The 503 for a database that is unavailable. */
  translate: TranslateError;
  /** Keeps the responses that are the same for every caller. */
  keepConstant: Middleware;
}

/** Creates oidc-provider with our configuration, storage, patches and middleware. */
export function createProvider(parts: ProviderParts): Provider {
  const { settings, composition, steps, keys, db, pool, logger, tokens } = parts;
  const { tenants } = composition;
  const { issuer, brand } = settings;
  const provider = new Provider(
    settings.issuer,
    configuration({
      settings,
      composition,
      keys,
      fetch: parts.fetch,
      adapter: createOidcAdapter(pool),
      policy: signInPolicy(steps, tenants),
      loadExistingGrant: grantLoader({ db, pool, tenants, grantSeconds: grantSeconds(settings) }),
    }),
  );
  // The IP of a browser behind proxies, with the same setting as in our own app.
  provider.proxy = settings.trustedProxies > 0;
  provider.maxIpsCount = settings.trustedProxies;
  const limiter = createTokenLimiter({ pool, logger, limits: settings.limits.tokenEndpoint });
  applyPatches(provider, { ...parts, limiter });
  // For errors of our own middleware, which oidc-provider does not catch.
  provider.use(errorBoundary(logger));
  provider.use(unavailableResponses(provider, { issuer, brand, translate: parts.translate }));
  provider.use(refuseMalformedUrls);
  provider.use(cors(db, settings.issuer, providerCors));
  provider.use(parts.keepConstant);
  provider.use(knownMethods);
  const { audience } = tokens;
  const { unlistedClaims } = composition;
  provider.use(
    contractResponses({ allowPlainPkce: settings.allowPlainPkce, scopes: userScopes, unlistedClaims, audience }),
  );
  provider.use(finishedExchanges);
  provider.use(noteBrowsers(pool));
  // Must wrap `forgetStaleLogins`: a stale login is not a completed sign-in.
  provider.use(completeSignIns({ steps, issuer: settings.issuer, logger, signInEvents: parts.signInEvents }));
  provider.use(
    forgetStaleLogins({
      provider,
      pool,
      issuer: settings.issuer,
      brand: settings.brand,
      accounts: composition.accounts,
      sendLogoutNotices: parts.sendLogoutNotices,
    }),
  );
  const pages = { issuer, brand, accounts: composition.accounts };
  provider.use(logoutRequests(pages));
  provider.use(authorizationByPost(pages));
  if (settings.allowPlainPkce) provider.use(acceptPlainPkce(paths.authorization));
  provider.on('server_error', (ctx, error) => {
    if (parts.translate(error)) return;
    logger.error({ err: error, method: ctx.method, path: loggablePath(ctx.path) }, 'request failed');
  });
  return provider;
}
