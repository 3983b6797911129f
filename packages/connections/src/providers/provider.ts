import type { AttemptSecret, Fetch } from '@org/identity-core';
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';
import { acceptsBoth, clientSecretBasic, needsBasic, withAlternative } from './client-authentication.js';
import { identityOf, type ProviderIdentity } from './provider-identity.js';

/** What is needed to talk to a provider. */
export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

/** A provider whose configuration was read. */
export interface Provider {
  /** The URL to which the user is redirected to sign in. */
  authorizationUrl(attempt: AttemptSecret, wishes?: { loginHint?: string; again?: boolean }): Promise<string>;
  /** Returns the user after all checks of the ID token; throws if one fails. */
  identify(attempt: AttemptSecret, query: Readonly<Record<string, string>>): Promise<ProviderIdentity>;
}

/** How long one request to a provider may take. */
const timeoutSeconds = 5;
/** How far the provider's clock may be ahead. */
const aheadSeconds = 5 * 60;

/** Reads the configuration of a provider. Its keys are read when they are first needed. */
export async function discoverProvider(settings: ProviderSettings, fetch: Fetch): Promise<Provider> {
  const client = await import('openid-client');
  const { issuer, clientId, clientSecret, redirectUri } = settings;
  const insecure = issuer.startsWith('http:');
  const post = client.ClientSecretPost(clientSecret);
  const basic = clientSecretBasic(clientSecret);
  const authenticate: ClientAuth = (server, ...rest) => (needsBasic(server) ? basic : post)(server, ...rest);
  const call: CustomFetch = (url, options) => fetch(url, options as RequestInit);
  // Signatures are checked although the token came over TLS, because a proxy may have changed it.
  const execute = [client.enableNonRepudiationChecks, ...(insecure ? [client.allowInsecureRequests] : [])];
  const configuration = await client.discovery(new URL(issuer), clientId, undefined, authenticate, {
    [client.customFetch]: call,
    timeout: timeoutSeconds,
    execute,
  });
  const metadata = configuration.serverMetadata();
  let alternative: Configuration | undefined;
  if (acceptsBoth(metadata)) {
    alternative = new client.Configuration(metadata, clientId, undefined, basic);
    alternative[client.customFetch] = call;
    alternative.timeout = timeoutSeconds;
    for (const apply of execute) apply(alternative);
  }
  const redeem = withAlternative(configuration, alternative);
  requireWebUrl(metadata.authorization_endpoint, insecure);
  return {
    async authorizationUrl({ state, nonce, verifier }, { loginHint, again } = {}) {
      return client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(loginHint ? { login_hint: loginHint } : {}),
        ...(again ? { prompt: 'login' } : {}),
      }).href;
    },
    async identify({ state, nonce, verifier }, query) {
      const url = new URL(`${redirectUri}?${new URLSearchParams(query)}`);
      const expected = {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      };
      const tokens = await redeem((each) => client.authorizationCodeGrant(each, url, expected));
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider sent no ID token.');
      if (claims.iat > Date.now() / 1000 + aheadSeconds) throw new Error('The ID token is from the future.');
      // The library accepts every directory of Microsoft for the issuer that stands for all of them.
      if (!isSameIssuer(claims.iss, issuer)) throw new Error('The ID token is of another issuer.');
      return identityOf(await withEmail(configuration, tokens.access_token, claims));
    },
  };
}

/** Asks the userinfo endpoint for the email if the ID token has none. */
async function withEmail(configuration: Configuration, accessToken: string, claims: { sub: string; email?: unknown }) {
  if (claims.email !== undefined || !configuration.serverMetadata().userinfo_endpoint) return claims;
  const { fetchUserInfo } = await import('openid-client');
  const more = await fetchUserInfo(configuration, accessToken, claims.sub);
  // The ID token takes precedence, but `email_verified` must come from the same source as `email`. How the user has signed
  // in counts only if it is signed.
  const { amr: _amr, acr: _acr, ...rest } = more;
  return { ...rest, ...claims, email: more.email, email_verified: more.email_verified };
}

/** The same URL; only the slash after a host may be missing. */
/** Whether two issuers are one: a path may be written with or without what a URL adds to it. */
export const isSameIssuer = (one: string, other: string) =>
  URL.canParse(one) && new URL(one).href === new URL(other).href;

function requireWebUrl(url: string | undefined, insecure: boolean): void {
  const protocol = url !== undefined && URL.canParse(url) ? new URL(url).protocol : undefined;
  if (protocol === 'https:' || (insecure && protocol === 'http:')) return;
  throw new Error('The provider has no authorization endpoint on https.');
}
