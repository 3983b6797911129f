import type { AttemptSecret, Fetch } from '@org/identity-core';
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';
import { acceptsBoth, clientSecretBasic, needsBasic, withAlternative } from './client-authentication.js';
import { type EmailClaim, identityOf, type ProviderIdentity } from './provider-identity.js';
import { isSameIssuer } from './shared-issuers.js';

/** What is needed to talk to a provider. */
export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly postLogoutRedirectUri: string;
  readonly emailClaim: EmailClaim;
  /** Whether it serves many organizations, and names that of the user in the claim `hd`. */
  readonly ofMany: boolean;
}

/** A provider whose configuration was read. */
export interface Provider {
  /** The URL to which the user is redirected to sign in. */
  authorizationUrl(attempt: AttemptSecret, wishes?: { loginHint?: string; again?: boolean }): Promise<string>;
  /** Returns the user after all checks of the ID token; throws if one fails. */
  identify(attempt: AttemptSecret, query: Readonly<Record<string, string>>): Promise<ProviderIdentity>;
  /** The URL to which the user is redirected to sign out there too; undefined if the provider has none. */
  logoutUrl(user: { hint?: string | undefined }): string | undefined;
}

/** How long one request to a provider may take. */
const timeoutSeconds = 5;
/** How far the provider's clock may be ahead. */
const aheadSeconds = 5 * 60;

/** Reads the configuration of a provider. Its keys are read when they are first needed. */
export async function discoverProvider(settings: ProviderSettings, fetch: Fetch): Promise<Provider> {
  const client = await import('openid-client');
  const { issuer, clientId, clientSecret, redirectUri, ofMany, emailClaim } = settings;
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
  if (!isWebUrl(metadata.authorization_endpoint, insecure))
    throw new Error('The provider has no authorization endpoint on https.');
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
      const known = await withEmail(configuration, tokens.access_token, claims, emailClaim);
      return identityOf(known, { ofMany, emailClaim });
    },
    logoutUrl({ hint }) {
      if (!isWebUrl(metadata.end_session_endpoint, insecure)) return undefined;
      // The ID token is not kept, so the client is named instead.
      return client.buildEndSessionUrl(configuration, {
        client_id: clientId,
        post_logout_redirect_uri: settings.postLogoutRedirectUri,
        ...(hint === undefined ? {} : { logout_hint: hint }),
      }).href;
    },
  };
}

/** Asks the userinfo endpoint for the email if the ID token has none. */
async function withEmail(
  configuration: Configuration,
  accessToken: string,
  claims: Readonly<Record<string, unknown>> & { readonly sub: string },
  emailClaim: EmailClaim,
) {
  if (claims[emailClaim] !== undefined || !configuration.serverMetadata().userinfo_endpoint) return claims;
  const { fetchUserInfo } = await import('openid-client');
  const more = await fetchUserInfo(configuration, accessToken, claims.sub);
  // The ID token takes precedence, but `email_verified` must come from the same source as `email`. How the user has signed
  // in, and the organization, count only if they are signed.
  const { amr: _amr, acr: _acr, hd: _hd, ...rest } = more;
  const found = emailClaim === 'email' ? { email_verified: more.email_verified } : {};
  return { ...rest, ...claims, [emailClaim]: more[emailClaim], ...found };
}

function isWebUrl(url: string | undefined, insecure: boolean): boolean {
  const protocol = url !== undefined && URL.canParse(url) ? new URL(url).protocol : undefined;
  return protocol === 'https:' || (insecure && protocol === 'http:');
}
