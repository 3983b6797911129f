import { acrOneFactor, acrTwoFactors, dpopAlgorithms, type Fetch, isIdentityError } from '@org/identity-core';
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
import { basePathOf, devicePaths, paths, registrationPath } from '../http/paths.js';
import type { Keys } from '../keys/load-keys.js';
import type { ServerSettings } from '../options.js';
import { providerLanguage } from '../pages/request-language.js';
import { type ProviderPageServices, showError, showRateLimit } from '../pages/show-error.js';
import { authorizationRules } from './authorization-rules.js';
import { assertionAlgorithms, assertionRules } from './client-assertions.js';
import { foreignSourceOf, isFapiClient, isPublicClient, originsOf } from './client-metadata.js';
import { checkNeeds, missingOption } from './client-needs.js';
import { requireCurrentRedirectUri } from './foreign-uses.js';
import { introspectionPolicy, mayRevoke } from './introspection.js';
import { loggedOutPage, logoutPage } from './logout.js';
import type { Resources } from './resources.js';
import { actOf, claimsOfNewToken } from './token-claims.js';
import type { TokenLimiter } from './token-limits.js';

export interface ConfigurationParts {
  settings: ServerSettings;
  composition: Composition;
  keys: Keys;
  fetch: Fetch;
  limiter: TokenLimiter;
  adapter: AdapterFactory;
  /** All scopes that are known. */
  scopes: ReadonlySet<string>;
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

const authMethodsOf = ({ privateKeyJwt }: ServerSettings) =>
  [
    'client_secret_basic',
    'client_secret_post',
    'none',
    ...(privateKeyJwt ? (['private_key_jwt'] as const) : []),
  ] as const;

/** The configuration of oidc-provider. Each changed default has a comment: what it was, and why ours differs. */
export function configuration(parts: ConfigurationParts): Configuration {
  const { settings, composition, keys, fetch, limiter, adapter, policy, resources, loadExistingGrant, device } = parts;
  const { lifetimes, issuer, brand } = settings;
  const clientAuthMethods = authMethodsOf(settings);
  const cookie = cookies(issuer, keys.cookies);
  const { connections } = composition.services;
  const pages = { issuer, brand, accounts: composition.accounts, connections };
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
      pushed_authorization_request: paths.pushedRequest,
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
      introspection_endpoint_auth_methods_supported: clientAuthMethods.filter((method) => byHeaderOrKey.has(method)),
      revocation_endpoint_auth_methods_supported: [...clientAuthMethods],
      // The same document requires these with `private_key_jwt`.
      ...(settings.privateKeyJwt
        ? {
            introspection_endpoint_auth_signing_alg_values_supported: [...assertionAlgorithms],
            revocation_endpoint_auth_signing_alg_values_supported: [...assertionAlgorithms],
          }
        : {}),
      ...discoveryOfForeignClients(settings),
    },
    scopes: [...parts.scopes],
    extraTokenClaims: async (ctx, token) => {
      if (ctx.oidc.entities.AuthorizationCode) requireCurrentRedirectUri(ctx);
      const { act } = actOf(token);
      const claims = await claimsOfNewToken(ctx, token, composition);
      return act ? { ...claims, act } : claims;
    },
    extraParams: {
      ...authorizationRules({ ...settings, tenants: composition.tenants }),
      resource: resources.ofAuthorization,
    },
    extraClientMetadata: { properties: [...clientMetadataNames], validator: checkNeeds(settings) },
    // Was: the issuer or any endpoint as audience, and valid for ever.
    assertJwtClientAuthClaimsAndHeader: assertionRules(limiter),
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
      // Were on. Ours are off unless they are turned on. Proofs are remembered, so no nonces of the server are needed.
      dPoP: { enabled: settings.dPoP },
      pushedAuthorizationRequests: { enabled: settings.pushedAuthorizationRequests },
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
    enabledJWA: {
      // The second one is for clients with the profile fapi2, which does not allow RS256.
      idTokenSigningAlgValues: ['RS256', ...(hasProfile(settings) ? [settings.accessTokenAlgorithm] : [])],
      ...(settings.privateKeyJwt ? { clientAuthSigningAlgValues: [...assertionAlgorithms] } : {}),
      ...(settings.dPoP ? { dPoPSigningAlgValues: [...dpopAlgorithms] } : {}),
    },
    // Was true: a single registered redirect URI could be left out. The contract requires it.
    allowOmittingSingleRegisteredRedirectUri: false,
    // Was: required of all clients. The contract requires it of public ones, FAPI 2.0 of all, and we of those that nobody
    // has entered by hand.
    pkce: {
      required: (_ctx, client) =>
        isPublicClient(client) || isFapiClient(client) || foreignSourceOf(client) !== undefined,
    },
    // Was: rotated only for public clients and after 70 % of the lifetime. Ours rotate on every use, but FAPI 2.0 forbids it:
    // the tokens of such a client need its keys, and a lost response must not end its access.
    rotateRefreshToken: hasProfile(settings) ? (ctx) => !isFapiClient(ctx.oidc.client) : true,
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
      AuthorizationCode: (_ctx, _code, client) =>
        isFapiClient(client) ? Math.min(profileCodeSeconds, lifetimes.authorizationCode) : lifetimes.authorizationCode,
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

/** Methods that introspection accepts. */
const byHeaderOrKey = new Set<string>(['client_secret_basic', 'private_key_jwt']);

/** The longest lifetime of a code in FAPI 2.0. */
const profileCodeSeconds = 60;

/** Whether clients can have the profile fapi2. */
function hasProfile(settings: ServerSettings): boolean {
  return ['par', 'dpop', 'private_key_jwt', 'fapi2'].every((need) => missingOption(settings, need) === undefined);
}

/** How clients come by themselves. A server that accepts none has the same document as before. */
function discoveryOfForeignClients({ issuer, clientIdMetadataDocuments, dynamicRegistration }: ServerSettings) {
  return {
    ...(clientIdMetadataDocuments === false ? {} : { client_id_metadata_document_supported: true }),
    ...(dynamicRegistration === 'off' ? {} : { registration_endpoint: `${issuer}${registrationPath}` }),
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
  'pushed_authorization_request',
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
