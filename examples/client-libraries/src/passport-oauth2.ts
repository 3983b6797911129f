import express, { type Express as App } from 'express';
import session from 'express-session';
import passport from 'passport';
import { Strategy, type VerifyCallback } from 'passport-oauth2';
import type { Settings } from './settings.js';

declare global {
  namespace Express {
    interface User {
      name: string;
      email: string | undefined;
    }
  }
}

export function createApp({ issuer, origin, clientId, clientSecret, sessionSecret }: Settings): App {
  async function userOf(accessToken: string): Promise<Express.User> {
    const me = await fetch(`${issuer}/api/users/me`, { headers: { authorization: `Bearer ${accessToken}` } });
    if (!me.ok) throw new Error(`The profile cannot be read: ${me.status}`);
    const { displayName: name, email } = (await me.json()) as { displayName: string; email: string };
    return { name, email };
  }
  const strategy = new Strategy(
    {
      authorizationURL: `${issuer}/oauth/authorize`,
      tokenURL: `${issuer}/api/oauth/token`,
      clientID: clientId,
      clientSecret,
      callbackURL: `${origin}/callback`,
      // Without "openid" there is no ID token, and no nonce is needed.
      scope: ['profile', 'email'],
      // Both are off by default. Without them, anybody could complete the sign-in of another browser.
      state: true,
      pkce: true,
    },
    (accessToken: string, _refreshToken: string, _profile: object, done: VerifyCallback) =>
      userOf(accessToken).then((user) => done(null, user), done),
  );
  passport.use(strategy);
  passport.serializeUser((user, done) => done(null, user));
  passport.deserializeUser((user: Express.User, done) => done(null, user));

  const app = express();
  app.use(session({ secret: sessionSecret, resave: false, saveUninitialized: false, cookie: { sameSite: 'lax' } }));
  app.use(passport.session());
  app.get('/sign-in', passport.authenticate('oauth2'));
  app.get('/callback', passport.authenticate('oauth2', { successRedirect: '/' }));
  app.get('/', (req, res) => {
    if (!req.user) return res.redirect('/sign-in');
    res.json({ name: req.user.name, email: req.user.email });
  });
  app.get('/sign-out', (req, res) => {
    const logout = new URL(`${issuer}/api/oauth/logout`);
    logout.searchParams.set('client_id', clientId);
    logout.searchParams.set('post_logout_redirect_uri', `${origin}/logged-out`);
    req.session.destroy(() => res.redirect(logout.href));
  });
  return app;
}
