import {
  acrOneFactor,
  acrTwoFactors,
  browserScopes,
  type Fetch,
  isIdentityError,
  machineScopes,
} from '@org/identity-core';
import { clientMetadataNames } from '@org/identity-prisma';
import { languages } from '@org/identity-ui';
import type { Middleware } from 'koa';
import type {
  AdapterFactory,
  Configuration,
  ErrorOut,
  interactionPolicy,
  KoaContextWithOIDC,
  RefreshToken,
} from 'oidc-provider';
import { accountClient } from '../clients/account-client.js';
import type { Composition } from '../compose-plugins.js';
import { cookies } from '../http/cookies.js';
import { basePathOf, devicePaths, paths } from '../http/paths.js';
import type { Keys } from '../keys/load-keys.js';
import type { ServerSettings } from '../options.js';
import { providerLanguage } from '../pages/request-language.js';
import { type ProviderPageServices, showError, showRateLimit } from '../pages/show-error.js';
import { authorizationRules } from './authorization-rules.js';
import { isPublicClient, originsOf } from './client-metadata.js';
import { introspectionPolicy, mayRevoke } from './introspection.js';
import { loggedOutPage, logoutPage } from './logout.js';
import type { Resources } from './resources.js';
import { claimsOfNewToken } from './token-claims.js';

export interface ConfigurationParts {
  settings: ServerSettings;
  composition: Composition;
  keys: Keys;
  fetch: Fetch;
  adapter: AdapterFactory;
  policy: interactionPolicy.Prompt[];
  /** Which APIs of others a request may name. */
  resources: Resources;
  loadExistingGrant: NonNullable<Configuration['loadExistingGrant']>;
  device: DeviceFlow | undefined;
}

/** The device flow, if it is on. */
export interface DeviceFlow {
  feature: NonNullable<NonNullable<Configuration['features']>['deviceFlow']>;
  /** How long a device can wait for its user. */
  seconds: number;
  /** Around its endpoints. */
  middleware: Middleware;
}

const clientAuthMethods = ['client_secret_basic', 'client_secret_post', 'none'] as const;

/** The configuration of oidc-provider. Each changed default has a comment: what it was, and why ours differs. */
export function configuration(parts: ConfigurationParts): Configuration {
  const { settings, composition, keys, fetch, adapter, policy, resources, loadExistingGrant, device } = parts;
  const { lifetimes, issuer, brand } = settings;
  const cookie = cookies(issuer, keys.cookies);
  const pages = { issuer, brand, accounts: composition.accounts };
  return {
    adapter,
    clients: [accountClient(issuer)],
    jwks: { keys: keys.signing.map(({ privateJwk }) => privateJwk) as NonNullable<Configuration['jwks']>['keys'] },
    cookies: cookie,
    routes: {
      authorization: paths.authorization,
      token: paths.token,
      userinfo: paths.userinfo,
      jwks: paths.jwks,
      end_session: paths.logout,
      revocation: paths.revocation,
      introspection: paths.introspection,
      ...(device ? { code_verification: devicePaths.page, device_authorization: devicePaths.authorization } : {}),
    },
    interactions: { policy, url: (_ctx, { uid }) => `${basePathOf(issuer)}/interaction/${uid}` },
    loadExistingGrant,
    findAccount: async (ctx, sub) => {
      const account = await composition.accounts.find(sub);
      if (!account) return undefined;
      return {
        accountId: account.id,
        secondFactor: account.secondFactor,
        claims: () => ({ sub: account.id, ...account.claims, ...tokenClaimsOf(ctx, composition) }),
      };
    },
    // Was: `acr` and `amr` only on request. Ours are always sent, so that every application can check them.
    claims: { openid: ['sub', 'acr', 'amr', ...composition.tokenClaimNames], ...composition.accounts.claimsOfScopes },
    acrValues: [acrOneFactor, acrTwoFactors],
    discovery: {
      ui_locales_supported: [...languages],
      // RFC 8414 §2: without these fields clients assume the methods of the token endpoint, or Basic only.
      introspection_endpoint_auth_methods_supported: ['client_secret_basic'],
      revocation_endpoint_auth_methods_supported: [...clientAuthMethods],
    },
    scopes: [...new Set([...browserScopes(), ...machineScopes()])],
    extraTokenClaims: (ctx, token) => claimsOfNewToken(ctx, token, composition),
    extraParams: {
      ...authorizationRules({ requireNonce: settings.requireNonce, tenants: composition.tenants }),
      resource: resources.ofAuthorization,
    },
    extraClientMetadata: { properties: [...clientMetadataNames] },
    features: {
      // Was on: development pages that accept any user without a password.
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: introspectionPolicy(composition) },
      revocation: { enabled: true, allowedPolicy: mayRevoke },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: logoutPage(pages, { name: cookie.names.session, options: cookie.long }),
        postLogoutSuccessSource: loggedOutPage(pages),
      },
      // Was off. We send the notices ourselves: see `takeOverLogoutNotices`.
      backchannelLogout: { enabled: true },
      // Were on. The contract has none of them: `token_type` is always Bearer.
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      // Was: no API is known. Ours are in the table `apis`; without `resource`, `aud` is our audience.
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: resources.find,
        useGrantedResource: resources.useGranted,
        defaultResource: (ctx, _client, granted) => granted && resources.chooseOne(ctx, granted),
      },
      ...(device ? { deviceFlow: device.feature } : {}),
    },
    // Was: more methods and response types than the contract lists.
    clientAuthMethods: [...clientAuthMethods],
    responseTypes: ['code'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    // Was true: a single registered redirect URI could be left out. The contract requires it.
    allowOmittingSingleRegisteredRedirectUri: false,
    // Was: required of all clients. The contract requires it of public ones.
    pkce: { required: (_ctx, client) => isPublicClient(client) },
    // Was: rotated only for public clients and after 70 % of the lifetime. Ours rotate on every use.
    rotateRefreshToken: true,
    issueRefreshToken: (ctx, client, code) => {
      resources.keepFirst(ctx, code);
      return client.grantTypeAllowed('refresh_token') && code.scopes.has('offline_access');
    },
    // Was: tokens without offline_access end with the newest grant of the session, so a second tenant would end the tokens
    // of the first. Ours depend on their own grant, and the end of a session revokes all of its grants.
    expiresWithSession: () => false,
    // Was: the global fetch, with an IP check that tests cannot turn off, and a timeout of 2.5 seconds that also runs while
    // our process is busy. Ours has its own IP check and timeouts.
    fetch: (url, options) => fetch(url, { ...options, signal: null }),
    clientBasedCORS: (_ctx, origin, client) => originsOf(client).includes(origin),
    renderError: renderError(pages),
    ttl: {
      AuthorizationCode: lifetimes.authorizationCode,
      AccessToken: lifetimes.accessToken,
      ClientCredentials: lifetimes.machineToken,
      IdToken: lifetimes.idToken,
      RefreshToken: (_ctx, token) => refreshTokenSeconds(token, settings),
      // The page for the code of a device opens a session for everybody. One without a user does not stay.
      Session: device ? (_ctx, { accountId }) => (accountId ? lifetimes.session : device.seconds) : lifetimes.session,
      Interaction: lifetimes.interaction,
      Grant: grantSeconds(settings),
      ...(device ? { DeviceCode: device.seconds } : {}),
    },
  };
}

/** A grant must outlive the last refresh token that belongs to it. */
export function grantSeconds({ lifetimes }: ServerSettings): number {
  return lifetimes.refreshTokenAbsolute + 24 * 60 * 60;
}

function refreshTokenSeconds(token: RefreshToken, { lifetimes }: ServerSettings): number {
  const left = lifetimes.refreshTokenAbsolute - token.totalLifetime();
  return Math.max(1, Math.min(lifetimes.refreshToken, left));
}

/** The plugins' claims of the access token. The ID token and userinfo contain the same. */
function tokenClaimsOf({ oidc }: KoaContextWithOIDC, { tokenClaimNames }: Composition): Record<string, unknown> {
  const extra = oidc?.entities.AccessToken?.extra ?? {};
  return Object.fromEntries(Object.entries(extra).filter(([name]) => tokenClaimNames.includes(name)));
}

// Programs call these, so they get JSON instead of an HTML page.
const jsonRoutes = new Set([
  'token',
  'userinfo',
  'jwks',
  'discovery',
  'introspection',
  'revocation',
  'device_authorization',
]);

/** The hook of oidc-provider for errors that it cannot redirect: a page for browsers, JSON for programs. */
function renderError(services: ProviderPageServices) {
  return async (ctx: KoaContextWithOIDC, out: ErrorOut, error: Error): Promise<void> => {
    if (jsonRoutes.has(ctx.oidc.route)) {
      ctx.body = out;
      return;
    }
    await providerLanguage(ctx, services);
    if (isIdentityError(error) && error.code === 'RATE_LIMITED') return showRateLimit(ctx, services, error);
    showError(ctx, services, { code: error.name === 'SessionNotFound' ? 'session_not_found' : out.error });
  };
}
