import type { Database } from '@org/identity-prisma';
import type { Middleware } from 'koa';
import { isProviderPath, paths } from './provider/paths.js';

// The library answers these to everybody: they hold nothing but public keys and addresses.
const openPaths: readonly string[] = [paths.discovery, paths.metadata, paths.jwks];

/** Lets browser apps call us from the origins that are registered for a client, and from nowhere else. */
export function cors(db: Database): Middleware {
  return async (ctx, next) => {
    const origin = ctx.get('origin');
    if (origin === '' || openPaths.includes(ctx.path)) return next();
    ctx.vary('Origin');
    const preflight = ctx.method === 'OPTIONS' && ctx.get('access-control-request-method') !== '';
    // The library checks the actual request against the very client that makes it.
    if (!preflight && isProviderPath(ctx.path)) return next();
    if (await isRegistered(db, origin)) {
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
  };
}

async function isRegistered(db: Database, origin: string): Promise<boolean> {
  return (await db.client.findFirst({ where: { origins: { has: origin } }, select: { id: true } })) !== null;
}
