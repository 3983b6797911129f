import express, { type Express as App } from 'express';
import session from 'express-session';
import passport from 'passport';
import { createStrategy } from './openid-client-strategy.js';
import type { Settings } from './settings.js';

export async function createApp(settings: Settings): Promise<App> {
  const { strategy, refresh, logoutUrl } = await createStrategy(settings);
  passport.use(strategy);
  passport.serializeUser((user, done) => done(null, user));
  passport.deserializeUser((user: Express.User, done) => done(null, user));

  const { sessionSecret: secret } = settings;
  const app = express();
  app.use(session({ secret, resave: false, saveUninitialized: false, cookie: { sameSite: 'lax' } }));
  app.use(passport.session());
  app.get('/sign-in', passport.authenticate('identity'));
  app.get('/callback', passport.authenticate('identity', { successRedirect: '/' }));
  app.get('/', async (req, res, next) => {
    const user = req.user && (await refresh(req.user));
    if (!user) return res.redirect('/sign-in');
    const show = () => res.json({ name: user.name, email: user.email });
    if (user === req.user) return show();
    // The session keeps the new refresh token.
    req.login(user, (error) => (error ? next(error) : show()));
  });
  app.get('/sign-out', (req, res) => {
    const url = logoutUrl(req.user);
    req.session.destroy(() => res.redirect(url));
  });
  return app;
}
