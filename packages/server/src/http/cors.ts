import type { Database } from '@org/identity-prisma';
import type { Context, Middleware, Next } from 'koa';
import { isProviderPath, paths } from './paths.js';

// The library answers these to everybody: they hold nothing but public keys and addresses.
const openPaths: readonly string[] = [paths.discovery, paths.metadata, paths.jwks];
// Browser apps call these of the library's; the others are navigated to, and no site may read them.
const calledPaths: readonly string[] = [paths.token, paths.userinfo, paths.revocation, paths.introspection];

/** Lets browser apps call us from the origins that are registered for a client, and from nowhere else. */
export function cors(db: Database, issuer: string): Middleware {
  const own = new URL(issuer).origin;
  return (ctx, next) => (ctx.get('origin') === '' ? next() : answer(ctx, next));

  async function answer(ctx: Context, next: Next): Promise<void> {
    const origin = ctx.get('origin');
    const ofLibrary = isProviderPath(ctx.path);
    const navigated = (ofLibrary && !calledPaths.includes(ctx.path)) || !ctx.path.startsWith('/api/');
    if (origin === own || openPaths.includes(ctx.path) || navigated) return next();
    ctx.vary('Origin');
    const preflight = ctx.method === 'OPTIONS' && ctx.get('access-control-request-method') !== '';
    const allowed = await isRegistered(db, origin);
    if (!preflight && ofLibrary) {
      // The library checks the origin against the client, but lets any site read what fails before the client is known.
      if (allowed) return next();
      ctx.status = 400;
      ctx.body = { error: 'invalid_request', error_description: 'this origin is not registered for any client' };
      return;
    }
    if (allowed) {
      ctx.set('Access-Control-Allow-Origin', origin);
      if (preflight) {
        ctx.set({
          'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE',
          'Access-Control-Allow-Headers': 'Authorization, Content-Type',
          'Access-Control-Max-Age': '600',
        });
      } else ctx.set('Access-Control-Expose-Headers', 'WWW-Authenticate, Retry-After');
    }
    if (preflight) ctx.status = 204;
    else await next();
  }
}

async function isRegistered(db: Database, origin: string): Promise<boolean> {
  return (await db.client.findFirst({ where: { origins: { has: origin } }, select: { id: true } })) !== null;
}
