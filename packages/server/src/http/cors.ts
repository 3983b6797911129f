import type { Database } from '@org/identity-prisma';
import type { Context, Middleware, Next } from 'koa';
import { isProviderPath, paths } from './paths.js';

// oidc-provider allows every origin here: the responses contain only public keys and URLs.
const openPaths: readonly string[] = [paths.discovery, paths.metadata, paths.jwks];
// Browser apps call these endpoints of oidc-provider. The others are opened as pages, and no site may read them.
const calledPaths: readonly string[] = [paths.token, paths.userinfo, paths.revocation, paths.introspection];

/** Allows cross-origin requests only from origins that are registered for a client. */
export function cors(db: Database, issuer: string): Middleware {
  const own = new URL(issuer).origin;
  return (ctx, next) => (ctx.get('origin') === '' ? next() : handle(ctx, next));

  async function handle(ctx: Context, next: Next): Promise<void> {
    const origin = ctx.get('origin');
    const byProvider = isProviderPath(ctx.path);
    const navigated = (byProvider && !calledPaths.includes(ctx.path)) || !ctx.path.startsWith('/api/');
    if (origin === own || openPaths.includes(ctx.path) || navigated) return next();
    ctx.vary('Origin');
    const preflight = ctx.method === 'OPTIONS' && ctx.get('access-control-request-method') !== '';
    const allowed = await isRegistered(db, origin);
    if (!preflight && byProvider) {
      // oidc-provider checks the origin against the client, but any site can read an error from before the client is known.
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
