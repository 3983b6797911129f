import { randomBytes } from 'node:crypto';
import Router from '@koa/router';
import { createIdentityClient, IdentityClientError, type LicenseMirror } from '@org/identity-client';
import { authenticate, type IdentityState, requireLicense } from '@org/identity-client/koa';
import Koa, { type Context } from 'koa';
import { createLeaseStore } from './lease-store.js';
import { findLicense, type License, leasedLicense } from './licenses.js';
import { awayPage, featurePage, homePage, refusedPage, requestedPage, welcomePage } from './pages.js';
import { isAway } from './server-away.js';
import type { Settings } from './settings.js';
import { createSignIn, type PendingSignIn, type SignedIn } from './sign-in.js';

const cookie = 'licensed-app';

/** The session of one browser: its sign-in is in progress, or its user is signed in. */
type Session = { pending: PendingSignIn } | { signedIn: SignedIn };

interface User {
  name: string;
  license: License;
}

/**
 * A small application: users sign in at the identity server, and their license decides what they can open. With a mirror, no
 * page asks the identity server for a license.
 */
export function createApp(settings: Settings, mirror?: LicenseMirror): Koa {
  const signIn = createSignIn(settings);
  const identity = createIdentityClient(settings);
  const leases = createLeaseStore(identity, settings);
  // A real application stores its sessions in a database.
  const sessions = new Map<string, Session>();
  const router = new Router();

  function startSession(ctx: Context, session: Session): void {
    // A new session id at every step: an attacker may know the old one.
    sessions.delete(ctx.cookies.get(cookie) ?? '');
    const id = randomBytes(32).toString('base64url');
    sessions.set(id, session);
    ctx.cookies.set(cookie, id, { httpOnly: true, sameSite: 'lax' });
  }

  /**
   * Returns the signed-in user with the current license, and undefined if no user is signed in. Every page checks the license
   * again, so a revoked seat takes effect within seconds; with a mirror, within a moment.
   */
  async function currentUser(ctx: Context): Promise<User | undefined> {
    const id = ctx.cookies.get(cookie) ?? '';
    try {
      return await onlineUser(id);
    } catch (error) {
      if (!isAway(error)) throw error;
      const leased = await leases.find(id);
      if (!leased) throw error;
      return { name: leased.name, license: leasedLicense(leased.lease) };
    }
  }

  /** Throws if the identity server is away. */
  async function onlineUser(id: string): Promise<(User & { accessToken: string }) | undefined> {
    const session = sessions.get(id);
    if (!session || !('signedIn' in session)) {
      // After a restart of this application, only the lease of a session is known. It counts while the server is away.
      if (await leases.find(id)) await identity.keySet();
      return undefined;
    }
    const signedIn = await signIn.refresh(session.signedIn);
    const license = signedIn && (await findLicense(identity, mirror, signedIn.accessToken));
    if (!signedIn || !license) {
      sessions.delete(id);
      await leases.drop(id);
      return undefined;
    }
    sessions.set(id, { signedIn });
    if (license.hasLicense) await leases.renew(id, signedIn);
    else await leases.drop(id);
    return { name: signedIn.name, license, accessToken: signedIn.accessToken };
  }

  router.get('/', async (ctx) => {
    const user = await currentUser(ctx);
    ctx.body = user ? homePage(user.name, user.license) : welcomePage();
  });
  router.get('/sign-in', async (ctx) => {
    const { url, pending } = await signIn.begin();
    startSession(ctx, { pending });
    ctx.redirect(url);
  });
  router.get('/callback', async (ctx) => {
    const session = sessions.get(ctx.cookies.get(cookie) ?? '');
    if (!session || !('pending' in session)) return ctx.redirect('/sign-in');
    const signedIn = await signIn.finish(new URL(ctx.url, settings.origin), session.pending);
    startSession(ctx, { signedIn });
    return ctx.redirect('/');
  });
  router.post('/request', async (ctx) => {
    const user = await onlineUser(ctx.cookies.get(cookie) ?? '');
    if (!user) return ctx.redirect('/sign-in');
    const { accessToken } = user;
    const outcome = await identity.request({ accessToken }).then(
      ({ status }) => status,
      (error: unknown) => {
        if (error instanceof IdentityClientError && !isAway(error)) return error.code;
        throw error;
      },
    );
    ctx.body = requestedPage(outcome);
  });
  router.get('/sign-out', async (ctx) => {
    const id = ctx.cookies.get(cookie) ?? '';
    sessions.delete(id);
    await leases.drop(id);
    ctx.redirect(`${settings.issuer}/api/oauth/logout`);
  });
  for (const [path, feature, title] of [
    ['/contacts', 'contacts', 'Contacts'],
    ['/reports', 'reports', 'Reports'],
  ] as const)
    router.get(path, async (ctx) => {
      const user = await currentUser(ctx);
      if (!user) return ctx.redirect('/sign-in');
      const allowed = user.license.features.includes(feature);
      const reason = user.license.hasLicense ? 'FEATURE_NOT_INCLUDED' : user.license.reason;
      ctx.status = allowed ? 200 : 403;
      ctx.body = allowed ? featurePage(title) : refusedPage(title, reason);
    });

  // The API for programs, which send an access token.
  const api = new Router<IdentityState>();
  api.get('/api/reports', authenticate(identity), requireLicense(mirror ?? identity, 'reports'), (ctx) => {
    ctx.body = { reports: [], preparedFor: ctx.state.identity.userId };
  });

  const app = new Koa();
  app.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (!isAway(error)) throw error;
      ctx.status = 503;
      ctx.body = awayPage();
    }
  });
  app.use(router.routes());
  app.use(api.routes());
  return app;
}
