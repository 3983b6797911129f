import * as client from 'openid-client';
import { Strategy } from 'openid-client/passport';
import type { Settings } from './settings.js';

declare global {
  namespace Express {
    interface User {
      name: string;
      email: string | undefined;
      idToken?: string | undefined;
      refreshToken?: string | undefined;
      expiresAt?: number;
    }
  }
}

/** By default the strategy sends no nonce. It keeps the one that it sends, and compares it with the ID token. */
class StrategyWithNonce extends Strategy {
  override authorizationRequestParams(...request: Parameters<Strategy['authorizationRequestParams']>): URLSearchParams {
    const parameters = new URLSearchParams(super.authorizationRequestParams(...request));
    parameters.set('nonce', client.randomNonce());
    return parameters;
  }
}

/** Returns the strategy `identity` for Passport, and what an application needs besides. */
export async function createStrategy({ issuer, origin, clientId, clientSecret }: Settings) {
  // Plain http is for your own machine only.
  const execute = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
  const config = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, { execute });

  const userOf = async (tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers) => {
    const { access_token: access, id_token: idToken, refresh_token: refreshToken, expires_in = 0 } = tokens;
    const { name = '', email } = await client.fetchUserInfo(config, access, tokens.claims()?.sub ?? '');
    return { name, email, idToken, refreshToken, expiresAt: Date.now() + expires_in * 1000 };
  };
  const scope = 'openid profile email offline_access';
  const strategy = new StrategyWithNonce(
    { name: 'identity', config, scope, callbackURL: `${origin}/callback` },
    (tokens, done) => userOf(tokens).then((user) => done(null, user), done),
  );
  return {
    strategy,
    /** Returns the user, with new tokens if they were due. Returns undefined if the user has signed out elsewhere. */
    async refresh(user: Express.User): Promise<Express.User | undefined> {
      if (!user.refreshToken || Number(user.expiresAt) > Date.now() + 60_000) return user;
      return client.refreshTokenGrant(config, user.refreshToken).then(userOf, () => undefined);
    },
    logoutUrl(user: Express.User | undefined): string {
      const target = { post_logout_redirect_uri: `${origin}/logged-out`, id_token_hint: user?.idToken ?? '' };
      return client.buildEndSessionUrl(config, target).href;
    },
  };
}
