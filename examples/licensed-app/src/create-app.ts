import { randomBytes } from 'node:crypto';
import Router from '@koa/router';
import { createIdentityClient } from '@org/identity-client';
import { authenticate, type IdentityState, requireLicense } from '@org/identity-client/koa';
import Koa, { type Context } from 'koa';
import { findLicense, type License } from './licenses.js';
import { featurePage, homePage, refusedPage, welcomePage } from './pages.js';
import type { Settings } from './settings.js';
import { type Begun, createSignIn, type SignedIn } from './sign-in.js';

const cookie = 'licensed-app';

/** One browser: a sign-in that has begun, or somebody who is signed in. */
type Visit = { begun: Begun } | { signedIn: SignedIn };

/** A small application: people sign in at the identity server, and their license decides what they see. */
export async function createApp(settings: Settings): Promise<Koa> {
  const signIn = await createSignIn(settings);
  const identity = createIdentityClient(settings);
  // A real application keeps these in its own database.
  const visits = new Map<string, Visit>();
  const router = new Router();

  function remember(ctx: Context, visit: Visit): void {
    // A new name at every step: nobody can have planted it.
    visits.delete(ctx.cookies.get(cookie) ?? '');
    const id = randomBytes(32).toString('base64url');
    visits.set(id, visit);
    ctx.cookies.set(cookie, id, { httpOnly: true, sameSite: 'lax' });
  }

  /** Whoever is signed in, with their license as it is now; asked for every page, so a revoked seat is felt within seconds. */
  async function visitor(ctx: Context): Promise<{ name: string; license: License } | undefined> {
    const id = ctx.cookies.get(cookie) ?? '';
    const visit = visits.get(id);
    if (!visit || !('signedIn' in visit)) return undefined;
    const signedIn = await signIn.renew(visit.signedIn);
    const license = signedIn && (await findLicense(identity, signedIn.accessToken));
    if (!signedIn || !license) {
      visits.delete(id);
      return undefined;
    }
    visits.set(id, { signedIn });
    return { name: signedIn.name, license };
  }

  router.get('/', async (ctx) => {
    const known = await visitor(ctx);
    ctx.body = known ? homePage(known.name, known.license) : welcomePage();
  });
  router.get('/sign-in', async (ctx) => {
    const { url, begun } = await signIn.begin();
    remember(ctx, { begun });
    ctx.redirect(url);
  });
  router.get('/callback', async (ctx) => {
    const visit = visits.get(ctx.cookies.get(cookie) ?? '');
    if (!visit || !('begun' in visit)) return ctx.redirect('/sign-in');
    const signedIn = await signIn.finish(new URL(ctx.url, settings.origin), visit.begun);
    remember(ctx, { signedIn });
    return ctx.redirect('/');
  });
  router.get('/sign-out', (ctx) => {
    visits.delete(ctx.cookies.get(cookie) ?? '');
    ctx.redirect(`${settings.issuer}/api/oauth/logout`);
  });
  for (const [path, feature, title] of [
    ['/contacts', 'contacts', 'Contacts'],
    ['/reports', 'reports', 'Reports'],
  ] as const)
    router.get(path, async (ctx) => {
      const known = await visitor(ctx);
      if (!known) return ctx.redirect('/sign-in');
      const allowed = known.license.features.includes(feature);
      const reason = known.license.hasLicense ? 'FEATURE_NOT_INCLUDED' : known.license.reason;
      ctx.status = allowed ? 200 : 403;
      ctx.body = allowed ? featurePage(title) : refusedPage(title, reason);
    });

  // The same for programs, which bring a token along.
  const api = new Router<IdentityState>();
  api.get('/api/reports', authenticate(identity), requireLicense(identity, 'reports'), (ctx) => {
    ctx.body = { reports: [], preparedFor: ctx.state.identity.userId };
  });

  const app = new Koa();
  app.use(router.routes());
  app.use(api.routes());
  return app;
}
