import express, { type Express } from 'express';
import session from 'express-session';
import * as client from 'openid-client';
import type { Settings } from './settings.js';

declare module 'express-session' {
  interface SessionData {
    checks: { expectedState: string; expectedNonce: string; pkceCodeVerifier: string };
    tokens: { access: string; refresh: string; id: string; sub: string; expiresAt: number };
  }
}

export async function createApp({ issuer, origin, clientId, clientSecret, sessionSecret }: Settings): Promise<Express> {
  // Plain http is for your own machine only.
  const execute = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
  const config = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, { execute });
  const app = express();
  app.use(session({ secret: sessionSecret, resave: false, saveUninitialized: false, cookie: { sameSite: 'lax' } }));

  app.get('/sign-in', async (req, res) => {
    const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()];
    req.session.checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
    const code_challenge = await client.calculatePKCECodeChallenge(verifier);
    const request = { state, nonce, code_challenge, code_challenge_method: 'S256', redirect_uri: `${origin}/callback` };
    const scope = 'openid profile email offline_access';
    res.redirect(client.buildAuthorizationUrl(config, { ...request, scope }).href);
  });
  app.get('/callback', async (req, res) => {
    if (!req.session.checks) return res.redirect('/sign-in');
    const tokens = keep(await client.authorizationCodeGrant(config, new URL(req.url, origin), req.session.checks));
    // A new session id with every sign-in: an attacker may know the old one.
    req.session.regenerate(() => {
      req.session.tokens = tokens;
      res.redirect('/');
    });
  });
  app.get('/', async (req, res) => {
    let { tokens } = req.session;
    // The refresh fails if the user has signed out elsewhere: then the user signs in again.
    if (tokens && tokens.expiresAt < Date.now() + 60_000)
      tokens = await client.refreshTokenGrant(config, tokens.refresh).then(keep, () => undefined);
    if (!tokens) return res.redirect('/sign-in');
    req.session.tokens = tokens;
    res.json(await client.fetchUserInfo(config, tokens.access, tokens.sub));
  });
  app.get('/sign-out', (req, res) => {
    const parameters = {
      id_token_hint: req.session.tokens?.id ?? '',
      post_logout_redirect_uri: `${origin}/logged-out`,
    };
    req.session.destroy(() => res.redirect(client.buildEndSessionUrl(config, parameters).href));
  });
  return app;
}

function keep(tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers) {
  const { access_token: access, refresh_token: refresh = '', id_token: id = '', expires_in = 0 } = tokens;
  return { access, refresh, id, sub: tokens.claims()?.sub ?? '', expiresAt: Date.now() + expires_in * 1000 };
}
