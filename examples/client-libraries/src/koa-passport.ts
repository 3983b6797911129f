import type { RequestListener } from 'node:http';
import Router from '@koa/router';
import Koa from 'koa';
import passport from 'koa-passport';
import session from 'koa-session';
import { createStrategy } from './openid-client-strategy.js';
import type { Settings } from './settings.js';

export async function createApp(settings: Settings): Promise<RequestListener> {
  const { strategy, refresh, logoutUrl } = await createStrategy(settings);
  passport.use(strategy);
  passport.serializeUser((user, done) => done(null, user));
  passport.deserializeUser((user: Express.User, done) => done(null, user));

  const app = new Koa();
  app.keys = [settings.sessionSecret];
  // Without a store, koa-session puts everything into a cookie, signed but not encrypted. Tokens do not belong there.
  const sessions = new Map<string, unknown>();
  const store = {
    get: async (key: string) => sessions.get(key),
    set: async (key: string, value: unknown) => void sessions.set(key, value),
    destroy: async (key: string) => void sessions.delete(key),
  };
  app.use(session({ store, sameSite: 'lax' }, app));
  app.use(passport.initialize());
  app.use(passport.session());

  const router = new Router();
  router.get('/sign-in', passport.authenticate('identity'));
  router.get('/callback', passport.authenticate('identity', { successRedirect: '/' }));
  router.get('/', async (ctx) => {
    const current: Express.User | undefined = ctx.state['user'];
    const user = current && (await refresh(current));
    if (!user) return ctx.redirect('/sign-in');
    // The session keeps the new refresh token.
    if (user !== current) await ctx.login(user);
    ctx.body = { name: user.name, email: user.email };
  });
  router.get('/sign-out', async (ctx) => {
    const url = logoutUrl(ctx.state['user']);
    await ctx.logout();
    ctx.redirect(url);
  });
  app.use(router.routes());
  return app.callback();
}
