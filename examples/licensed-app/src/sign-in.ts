import * as client from 'openid-client';
import type { Settings } from './settings.js';

/** A signed-in user with the tokens. The application stores them and never sends them to the browser. */
export interface SignedIn {
  name: string;
  accessToken: string;
  refreshToken: string | undefined;
  expiresAt: number;
}

/** A sign-in in progress in one browser. The callback checks these values. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  verifier: string;
}

export interface SignIn {
  /** Returns the URL of the sign-in page, and the values to store until the callback. */
  begin(): Promise<{ url: string; pending: PendingSignIn }>;
  finish(callback: URL, pending: PendingSignIn): Promise<SignedIn>;
  /** Refreshes the access token if it is about to expire. Returns undefined if the user has to sign in again. */
  refresh(signedIn: SignedIn): Promise<SignedIn | undefined>;
}

/** Signs users in at the identity server, by the authorization code flow with PKCE, state and nonce. */
export async function createSignIn(settings: Settings): Promise<SignIn> {
  const { issuer, clientId, clientSecret, origin } = settings;
  const insecure = issuer.startsWith('http:') ? { execute: [client.allowInsecureRequests] } : {};
  const authentication = client.ClientSecretBasic(clientSecret);
  const config = await client.discovery(new URL(issuer), clientId, undefined, authentication, insecure);

  return {
    async begin() {
      const pending = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: `${origin}/callback`,
        scope: 'openid profile offline_access',
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, pending };
    },
    async finish(callback, { state, nonce, verifier }) {
      const tokens = await client.authorizationCodeGrant(config, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const profile = await client.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '');
      return { name: profile.name ?? 'there', ...tokensOf(tokens) };
    },
    async refresh(signedIn) {
      if (signedIn.expiresAt > Date.now()) return signedIn;
      if (!signedIn.refreshToken) return undefined;
      try {
        const tokens = await client.refreshTokenGrant(config, signedIn.refreshToken);
        return { ...signedIn, ...tokensOf(tokens) };
      } catch {
        // The user has signed out elsewhere or was removed, or the token was unused for too long.
        return undefined;
      }
    },
  };
}

type TokenResponse = client.TokenEndpointResponse & client.TokenEndpointResponseHelpers;

function tokensOf(tokens: TokenResponse) {
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    // Half a minute early, so that a token does not expire while a request is in flight.
    expiresAt: Date.now() + ((tokens.expiresIn() ?? 0) - 30) * 1000,
  };
}
