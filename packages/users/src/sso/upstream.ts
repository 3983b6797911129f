import type { AttemptSecret } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { Configuration } from 'openid-client';
import { callbackPath, type SsoProvider } from './provider.js';
import { identityOf, type UpstreamIdentity } from './upstream-identity.js';

/** One upstream provider. */
export interface Upstream {
  readonly provider: SsoProvider;
  /** The URL to which the user is redirected to sign in. */
  authorizationUrl(attempt: AttemptSecret, wishes?: { loginHint?: string; again?: boolean }): Promise<string>;
  /** Returns the user after all checks of the ID token; throws if one fails. */
  identify(attempt: AttemptSecret, query: Readonly<Record<string, string>>): Promise<UpstreamIdentity>;
}

const hour = 60 * 60 * 1000;
/** How far the provider's clock may be ahead. */
const aheadSeconds = 5 * 60;

/** Connects to an upstream provider by OpenID Connect. */
export function createUpstream(
  provider: SsoProvider,
  { fetch, issuer }: Pick<IdentityPluginHost, 'fetch' | 'issuer'>,
): Upstream {
  const redirectUri = `${issuer}${callbackPath(provider.id)}`;
  let known: { configuration: Configuration; until: number } | undefined;

  let loading: Promise<Configuration> | undefined;

  // Fetched at the first use and again every hour, so that the server starts even if a provider is down. One request at a
  // time, however many users wait for it.
  function configuration(): Promise<Configuration> {
    if (known && known.until > Date.now()) return Promise.resolve(known.configuration);
    loading ??= load().finally(() => {
      loading = undefined;
    });
    return loading;
  }

  async function load(): Promise<Configuration> {
    const client = await import('openid-client');
    const found = await client.discovery(
      new URL(provider.issuer),
      provider.clientId,
      undefined,
      client.ClientSecretPost(provider.clientSecret),
      {
        [client.customFetch]: (url, options) => fetch(url, options as RequestInit),
        timeout: 5,
        // Signatures are checked although the token came over TLS, because a proxy may have changed it.
        execute: [
          client.enableNonRepudiationChecks,
          ...(provider.issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
        ],
      },
    );
    known = { configuration: found, until: Date.now() + hour };
    return found;
  }

  return {
    provider,
    async authorizationUrl({ state, nonce, verifier }, { loginHint, again } = {}) {
      const client = await import('openid-client');
      return client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: provider.scope ?? 'openid email profile',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(loginHint ? { login_hint: loginHint } : {}),
        ...(again ? { prompt: 'login' } : {}),
      }).href;
    },
    async identify({ state, nonce, verifier }, query) {
      const client = await import('openid-client');
      const config = await configuration();
      const tokens = await client.authorizationCodeGrant(
        config,
        new URL(`${redirectUri}?${new URLSearchParams(query)}`),
        {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        },
      );
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider sent no ID token.');
      if (claims.iat > Date.now() / 1000 + aheadSeconds) throw new Error('The ID token is from the future.');
      if (claims['email'] !== undefined || !config.serverMetadata().userinfo_endpoint) return identityOf(claims);
      const more = await client.fetchUserInfo(config, tokens.access_token, claims.sub);
      // The ID token takes precedence, but `email_verified` must come from the same source as `email`.
      return identityOf({ ...more, ...claims, email: more.email, email_verified: more.email_verified });
    },
  };
}
