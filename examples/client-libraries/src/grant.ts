import express, { type Express } from 'express';
import session from 'express-session';
import grantPackage, { type GrantSession } from 'grant';
import type { Settings } from './settings.js';

// The package is a CommonJS module, so this is how an ES module gets its default export.
const grant = grantPackage.default;

declare module 'express-session' {
  interface SessionData {
    grant: GrantSession;
    user: { profile: { name: string; email: string }; idToken: string };
  }
}

export function createApp({ issuer, origin, clientId, clientSecret, sessionSecret }: Settings): Express {
  const app = express();
  app.use(session({ secret: sessionSecret, resave: false, saveUninitialized: false, cookie: { sameSite: 'lax' } }));
  app.use(
    grant.express({
      defaults: { origin, transport: 'session' },
      // The name is part of the redirect URI: <origin>/connect/identity/callback
      identity: {
        oauth: 2,
        authorize_url: `${issuer}/oauth/authorize`,
        access_url: `${issuer}/api/oauth/token`,
        profile_url: `${issuer}/api/oauth/userinfo`,
        client_id: clientId,
        client_secret: clientSecret,
        scope: ['openid', 'profile', 'email'],
        // The default is a comma.
        scope_delimiter: ' ',
        // All three are off by default.
        nonce: true,
        state: true,
        pkce: true,
        // What the session gets, and the route that takes it from there.
        response: ['tokens', 'profile'],
        callback: '/signed-in',
      },
    }),
  );

  app.get('/signed-in', (req, res) => {
    const { error, profile, id_token: idToken = '' } = req.session.grant?.response ?? {};
    if (error || !profile || profile.error) return res.status(401).json({ error: error ?? profile?.error });
    // A new session id with every sign-in: an attacker may know the old one.
    req.session.regenerate(() => {
      req.session.user = { profile, idToken };
      res.redirect('/');
    });
  });
  app.get('/', (req, res) => {
    if (!req.session.user) return res.redirect('/connect/identity');
    res.json(req.session.user.profile);
  });
  app.get('/sign-out', (req, res) => {
    const logout = new URL(`${issuer}/api/oauth/logout`);
    logout.searchParams.set('id_token_hint', req.session.user?.idToken ?? '');
    logout.searchParams.set('post_logout_redirect_uri', `${origin}/logged-out`);
    req.session.destroy(() => res.redirect(logout.href));
  });
  return app;
}
