import { CodeChallengeMethod, generateCodeVerifier, generateState, OAuth2Client, type OAuth2Tokens } from 'arctic';
import express, { type Express } from 'express';
import session from 'express-session';
import type { Settings } from './settings.js';

declare module 'express-session' {
  interface SessionData {
    pending: { state: string; verifier: string };
    signIn: { access: string; refresh: string; expiresAt: number };
  }
}

export function createApp({ issuer, origin, clientId, clientSecret, sessionSecret }: Settings): Express {
  const client = new OAuth2Client(clientId, clientSecret, `${origin}/callback`);
  const tokenUrl = `${issuer}/api/oauth/token`;
  const app = express();
  app.use(session({ secret: sessionSecret, resave: false, saveUninitialized: false, cookie: { sameSite: 'lax' } }));

  app.get('/sign-in', (req, res) => {
    const [state, verifier, method] = [generateState(), generateCodeVerifier(), CodeChallengeMethod.S256];
    req.session.pending = { state, verifier };
    // Without "openid" there is no ID token, and no nonce is needed.
    const scopes = ['profile', 'email', 'offline_access'];
    const authorizeUrl = `${issuer}/oauth/authorize`;
    res.redirect(client.createAuthorizationURLWithPKCE(authorizeUrl, state, method, verifier, scopes).href);
  });
  app.get('/callback', async (req, res) => {
    const { pending } = req.session;
    // Arctic does not check the state.
    if (!pending || req.query['state'] !== pending.state) return res.redirect('/sign-in');
    const code = String(req.query['code']);
    const signIn = keep(await client.validateAuthorizationCode(tokenUrl, code, pending.verifier));
    // A new session id with every sign-in: an attacker may know the old one.
    req.session.regenerate(() => {
      req.session.signIn = signIn;
      res.redirect('/');
    });
  });
  app.get('/', async (req, res) => {
    let { signIn } = req.session;
    // The refresh fails if the user has signed out elsewhere: then the user signs in again.
    if (signIn && signIn.expiresAt < Date.now() + 60_000)
      signIn = await client.refreshAccessToken(tokenUrl, signIn.refresh, []).then(keep, () => undefined);
    if (!signIn) return res.redirect('/sign-in');
    req.session.signIn = signIn;
    const me = await fetch(`${issuer}/api/users/me`, { headers: { authorization: `Bearer ${signIn.access}` } });
    res.status(me.status).json(await me.json());
  });
  app.get('/sign-out', async (req, res) => {
    const { signIn } = req.session;
    if (signIn) await client.revokeToken(`${issuer}/api/oauth/revoke`, signIn.refresh);
    req.session.destroy(() => res.redirect('/logged-out'));
  });
  return app;
}

function keep(tokens: OAuth2Tokens) {
  const expiresAt = tokens.accessTokenExpiresAt().getTime();
  return { access: tokens.accessToken(), refresh: tokens.refreshToken(), expiresAt };
}
