import { randomUUID } from 'node:crypto';
import { generateCodeVerifier, OAuth2Client, type OAuth2Token } from '@badgateway/oauth2-client';
import express, { type Express } from 'express';
import session from 'express-session';
import type { Settings } from './settings.js';

declare module 'express-session' {
  interface SessionData {
    request: { state: string; codeVerifier: string };
    oauth2Token: OAuth2Token;
  }
}

export function createApp({ issuer, origin, clientId, clientSecret, sessionSecret }: Settings): Express {
  const discoveryEndpoint = `${issuer}/.well-known/openid-configuration`;
  const client = new OAuth2Client({ discoveryEndpoint, clientId, clientSecret });
  const redirectUri = `${origin}/callback`;
  const app = express();
  app.use(session({ secret: sessionSecret, resave: false, saveUninitialized: false, cookie: { sameSite: 'lax' } }));

  app.get('/sign-in', async (req, res) => {
    const request = { state: randomUUID(), codeVerifier: await generateCodeVerifier() };
    req.session.request = request;
    // Without "openid" there is no ID token, and no nonce is needed.
    const scope = ['profile', 'email', 'offline_access'];
    res.redirect(await client.authorizationCode.getAuthorizeUri({ ...request, redirectUri, scope }));
  });
  app.get('/callback', async (req, res) => {
    const { request } = req.session;
    // Without this check, oauth2-client would not compare the state.
    if (!request) return res.redirect('/sign-in');
    const url = new URL(req.url, origin);
    const token = await client.authorizationCode.getTokenFromCodeRedirect(url, { ...request, redirectUri });
    // A new session id with every sign-in: an attacker may know the old one.
    req.session.regenerate(() => {
      req.session.oauth2Token = token;
      res.redirect('/');
    });
  });
  app.get('/', async (req, res) => {
    let token: OAuth2Token | undefined = req.session.oauth2Token;
    // The refresh fails if the user has signed out elsewhere: then the user signs in again.
    if (token && Number(token.expiresAt) < Date.now() + 60_000)
      token = await client.refreshToken(token).catch(() => undefined);
    if (!token) return res.redirect('/sign-in');
    req.session.oauth2Token = token;
    const me = await fetch(`${issuer}/api/users/me`, { headers: { authorization: `Bearer ${token.accessToken}` } });
    res.status(me.status).json(await me.json());
  });
  app.get('/sign-out', async (req, res) => {
    const token: OAuth2Token | undefined = req.session.oauth2Token;
    // The token is revoked, but oauth2-client fails to parse the empty response as JSON.
    const revoked = (error: unknown) => (error instanceof SyntaxError ? undefined : Promise.reject(error));
    if (token) await client.revoke(token, 'refresh_token').catch(revoked);
    req.session.destroy(() => res.redirect('/logged-out'));
  });
  return app;
}
