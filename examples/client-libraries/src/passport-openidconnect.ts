import express, { type Express as App } from 'express';
import session from 'express-session';
import passport from 'passport';
import { type Profile, Strategy, type VerifyCallback } from 'passport-openidconnect';
import type { Settings } from './settings.js';

declare global {
  namespace Express {
    interface User {
      name: string;
      email: string | undefined;
      idToken?: string | undefined;
    }
  }
}

export function createApp({ issuer, origin, clientId, clientSecret, sessionSecret }: Settings): App {
  const strategy = new Strategy(
    {
      issuer,
      authorizationURL: `${issuer}/oauth/authorize`,
      tokenURL: `${issuer}/api/oauth/token`,
      userInfoURL: `${issuer}/api/oauth/userinfo`,
      clientID: clientId,
      clientSecret,
      callbackURL: `${origin}/callback`,
      scope: ['profile', 'email'],
      // Any value turns it on: passport-openidconnect creates a new nonce for every sign-in, and checks it.
      nonce: 'on',
      // Name and email come from userinfo.
      skipUserProfile: false,
    },
    // passport-openidconnect counts the parameters of this function. With five of them, the fourth is the ID token.
    (_issuer: string, profile: Profile, _context: object, idToken: string | object, done: VerifyCallback) =>
      done(null, { name: profile.displayName, email: profile.emails?.[0]?.value, idToken: String(idToken) }),
  );
  passport.use(strategy);
  passport.serializeUser((user, done) => done(null, user));
  passport.deserializeUser((user: Express.User, done) => done(null, user));

  const app = express();
  app.use(session({ secret: sessionSecret, resave: false, saveUninitialized: false, cookie: { sameSite: 'lax' } }));
  app.use(passport.session());
  app.get('/sign-in', passport.authenticate('openidconnect'));
  app.get('/callback', passport.authenticate('openidconnect', { successRedirect: '/' }));
  app.get('/', (req, res) => {
    if (!req.user) return res.redirect('/sign-in');
    res.json({ name: req.user.name, email: req.user.email });
  });
  app.get('/sign-out', (req, res) => {
    const logout = new URL(`${issuer}/api/oauth/logout`);
    logout.searchParams.set('id_token_hint', req.user?.idToken ?? '');
    logout.searchParams.set('post_logout_redirect_uri', `${origin}/logged-out`);
    req.session.destroy(() => res.redirect(logout.href));
  });
  return app;
}
