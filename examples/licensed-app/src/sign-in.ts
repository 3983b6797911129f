import * as client from 'openid-client';
import type { Settings } from './settings.js';

/** Who is signed in, and the tokens that speak for them. Kept by the application, never sent to the browser. */
export interface SignedIn {
  name: string;
  accessToken: string;
  refreshToken: string | undefined;
  expiresAt: number;
}

/** A sign-in that has begun in one browser. */
export interface Begun {
  state: string;
  nonce: string;
  verifier: string;
}

export interface SignIn {
  begin(): Promise<{ url: string; begun: Begun }>;
  finish(callback: URL, begun: Begun): Promise<SignedIn>;
  /** A living access token, refreshed when it is about to end; nothing when the person has to sign in again. */
  renew(signedIn: SignedIn): Promise<SignedIn | undefined>;
}

/** Signs people in at the identity server, with code, PKCE, state and nonce. */
export async function createSignIn(settings: Settings): Promise<SignIn> {
  const { issuer, clientId, clientSecret, origin } = settings;
  const insecure = issuer.startsWith('http:') ? { execute: [client.allowInsecureRequests] } : {};
  const authentication = client.ClientSecretBasic(clientSecret);
  const config = await client.discovery(new URL(issuer), clientId, undefined, authentication, insecure);

  return {
    async begin() {
      const begun = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: `${origin}/callback`,
        scope: 'openid profile offline_access',
        state: begun.state,
        nonce: begun.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, begun };
    },
    async finish(callback, { state, nonce, verifier }) {
      const tokens = await client.authorizationCodeGrant(config, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const profile = await client.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '');
      return { name: profile.name ?? 'somebody', ...lifetime(tokens) };
    },
    async renew(signedIn) {
      if (signedIn.expiresAt > Date.now()) return signedIn;
      if (!signedIn.refreshToken) return undefined;
      try {
        const tokens = await client.refreshTokenGrant(config, signedIn.refreshToken);
        return { ...signedIn, ...lifetime(tokens) };
      } catch {
        // Signed out elsewhere, removed, or unused for too long.
        return undefined;
      }
    },
  };
}

type Tokens = client.TokenEndpointResponse & client.TokenEndpointResponseHelpers;

function lifetime(tokens: Tokens) {
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    // Half a minute early, so that a token does not end on its way.
    expiresAt: Date.now() + ((tokens.expiresIn() ?? 0) - 30) * 1000,
  };
}
