import * as client from 'openid-client';
import { ServerAway } from './server-away.js';
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
export function createSignIn(settings: Settings): SignIn {
  const { issuer, clientId, clientSecret, origin } = settings;
  const insecure = issuer.startsWith('http:') ? { execute: [client.allowInsecureRequests] } : {};
  const authentication = client.ClientSecretBasic(clientSecret);
  let found: client.Configuration | undefined;
  // At the first use, because the application also starts while the identity server is away.
  const discover = async () => {
    found ??= await client.discovery(new URL(issuer), clientId, undefined, authentication, insecure).catch(away);
    return found;
  };

  return {
    async begin() {
      const config = await discover();
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
      const config = await discover();
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
        const tokens = await client.refreshTokenGrant(await discover(), signedIn.refreshToken);
        return { ...signedIn, ...tokensOf(tokens) };
      } catch (error) {
        // The user has signed out elsewhere or was removed, or the token was unused for too long.
        if (error instanceof client.ResponseBodyError && error.status < 500) return undefined;
        return away(error);
      }
    },
  };
}

function away(cause: unknown): never {
  throw new ServerAway('The identity server did not respond.', { cause });
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
