import {
  errorBoundary,
  type Fetch,
  type Logger,
  loggablePath,
  type SignInStep,
  type TranslateError,
  userScopes,
} from '@org/identity-core';
import { createOidcAdapter, type Database, hasOpenExchange, noteBrowser } from '@org/identity-prisma';
import type { Context, Middleware, Next } from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Pool } from 'pg';
import type { Composition } from '../compose-plugins.js';
import { cors, providerCors } from '../http/cors.js';
import { paths } from '../http/paths.js';
import { refuseMalformedUrls } from '../http/refuse-malformed-urls.js';
import type { ProviderPageServices } from '../pages/show-error.js';
import { completeSignIns } from './complete-sign-ins.js';
import { configuration, grantSeconds } from './configuration.js';
import { contractResponses } from './contract-responses.js';
import { grantLoader } from './grants.js';
import { signInPolicy } from './interaction-policy.js';
import { knownMethods } from './known-methods.js';
import { logoutRequests } from './logout.js';
import { Provider } from './oidc-provider.js';
import type { PatchParts } from './patches/patch.js';
import { applyPatches } from './patches/patches.js';
import { acceptPlainPkce } from './plain-pkce.js';
import { redirectToGet } from './redirect-to-get.js';
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

/** Accepts authorization requests by POST as well (OpenID Connect Core §3.1.2.1). Was: only with `SameSite=None` cookies. */
function authorizationByPost(services: ProviderPageServices): Middleware {
  return (ctx, next) =>
    ctx.path === paths.authorization && ctx.method === 'POST' ? redirectToGet(ctx, services) : next();
}

/** One statement marks a code or refresh token as used and writes the new tokens. No response is sent before it has run. */
const finishedExchanges: Middleware = (ctx, next) => (ctx.path === paths.token ? check(ctx, next) : next());

async function check(ctx: Context, next: Next): Promise<void> {
  await next();
  // The context of oidc-provider is Koa's, plus `oidc`.
  if (ctx.status < 400 && hasOpenExchange(ctx as unknown as KoaContextWithOIDC)) {
    throw new Error('Tokens were issued, but their code or refresh token was not marked as used.');
  }
}

/** Stores the browser and IP of a session at each of its requests. Its user sees them in the list of sessions. */
function noteBrowsers(pool: Pool): Middleware {
  return (ctx, next) => (ctx.path.startsWith(paths.authorization) ? next().then(() => note(ctx)) : next());

  async function note(ctx: Context): Promise<void> {
    // oidc-provider adds `oidc` to the context. Koa's type does not include it.
    const { session } = (ctx as unknown as KoaContextWithOIDC).oidc ?? {};
    if (!session?.accountId) return;
    await noteBrowser(pool, session.uid, ctx);
  }
}
