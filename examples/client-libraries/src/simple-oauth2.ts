import { createHash, randomBytes } from 'node:crypto';
import express, { type Express } from 'express';
import session from 'express-session';
import { AuthorizationCode, type Token } from 'simple-oauth2';
import type { Settings } from './settings.js';

declare module 'express-session' {
  interface SessionData {
    pending: { state: string; verifier: string };
    token: Token;
  }
}

const random = () => randomBytes(32).toString('base64url');
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

export function createApp({ issuer, origin, clientId, clientSecret, sessionSecret }: Settings): Express {
  const paths = { authorizePath: '/oauth/authorize', tokenPath: '/api/oauth/token', revokePath: '/api/oauth/revoke' };
  const auth = { tokenHost: issuer, ...paths };
  const client = new AuthorizationCode({ client: { id: clientId, secret: clientSecret }, auth });
  const redirect_uri = `${origin}/callback`;
  const app = express();
  app.use(session({ secret: sessionSecret, resave: false, saveUninitialized: false, cookie: { sameSite: 'lax' } }));

  app.get('/sign-in', (req, res) => {
    const [state, verifier] = [random(), random()];
    req.session.pending = { state, verifier };
    const pkce = { code_challenge: sha256(verifier), code_challenge_method: 'S256' };
    // Without "openid" there is no ID token, and no nonce is needed.
    res.redirect(client.authorizeURL({ redirect_uri, scope: 'profile email offline_access', state, ...pkce }));
  });
  app.get('/callback', async (req, res) => {
    const { pending } = req.session;
    // simple-oauth2 does not check the state.
    if (!pending || req.query['state'] !== pending.state) return res.redirect('/sign-in');
    const grant = { code: String(req.query['code']), redirect_uri, code_verifier: pending.verifier };
    const { token } = await client.getToken(grant);
    // A new session id with every sign-in: an attacker may know the old one.
    req.session.regenerate(() => {
      req.session.token = token;
      res.redirect('/');
    });
  });
  app.get('/', async (req, res) => {
    let access = req.session.token && client.createToken(req.session.token);
    // The refresh fails if the user has signed out elsewhere: then the user signs in again.
    if (access?.expired(60)) access = await access.refresh().catch(() => undefined);
    if (!access) return res.redirect('/sign-in');
    req.session.token = access.token;
    const authorization = `Bearer ${access.token['access_token']}`;
    const me = await fetch(`${issuer}/api/users/me`, { headers: { authorization } });
    res.status(me.status).json(await me.json());
  });
  app.get('/sign-out', async (req, res) => {
    if (req.session.token) await client.createToken(req.session.token).revokeAll();
    req.session.destroy(() => res.redirect('/logged-out'));
  });
  return app;
}
