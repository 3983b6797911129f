import type { Route } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import type { Context, Middleware, Next } from 'koa';
import { isProviderPath, paths } from './paths.js';

// oidc-provider allows every origin here: the responses contain only public keys and URLs.
const openPaths: readonly string[] = [paths.discovery, paths.metadata, paths.jwks];
// Browser apps call these endpoints of oidc-provider. The others are opened as pages, and no site may read them.
const calledPaths: readonly string[] = [
  paths.token,
  paths.userinfo,
  paths.revocation,
  paths.introspection,
  paths.pushedRequest,
];

/** What endpoints read, besides the headers that browsers send without asking. */
const readHeaders = ['Authorization', 'Content-Type', 'Last-Event-ID'];
/** What responses of the server have, besides the headers that every script may read. */
const sentHeaders = ['WWW-Authenticate', 'Retry-After', 'Allow', 'Content-Disposition', 'X-Request-Id'];

/** Which methods an app may use, and which headers of the responses it may read. */
export interface CorsRules {
  readonly methods: readonly string[];
  readonly exposed: readonly string[];
  /** Headers of requests that only some servers read. */
  readonly alsoRead?: readonly string[];
}

/** The header of proofs, if the server accepts them. */
export const proofHeader = ({ dPoP }: { dPoP: boolean }) => (dPoP ? { alsoRead: ['DPoP'] } : {});

/** The rules of OAuth endpoints. */
export const providerCors: CorsRules = { methods: ['GET', 'POST'], exposed: sentHeaders };

/**
 * The rules of JSON endpoints: every method that a route has, and every header that a route sends. They are the same for
 * every path, so that an app can read the 405 of a path that lacks a method, and the 404 of a path that does not exist.
 */
export function corsOfRoutes(routes: readonly Pick<Route, 'method' | 'headers'>[]): CorsRules {
  const methods = new Set(routes.map(({ method }) => method.toUpperCase()));
  return {
    methods: [...methods].sort(),
    exposed: [...new Set([...sentHeaders, ...routes.flatMap(({ headers }) => Object.keys(headers))])],
  };
}

/** Allows cross-origin requests only from origins that are registered for a client. */
export function cors(db: Database, issuer: string, { methods, exposed, alsoRead = [] }: CorsRules): Middleware {
  const own = new URL(issuer).origin;
  const allowedMethods = methods.join(', ');
  const exposedHeaders = exposed.join(', ');
  const allowedHeaders = [...readHeaders, ...alsoRead].join(', ');
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
      if (allowed) return next().finally(() => exposeMore(ctx));
      ctx.status = 400;
      ctx.body = { error: 'invalid_request', error_description: 'this origin is not registered for any client' };
      return;
    }
    if (allowed) {
      ctx.set('Access-Control-Allow-Origin', origin);
      if (preflight) {
        ctx.set({
          'Access-Control-Allow-Methods': allowedMethods,
          'Access-Control-Allow-Headers': allowedHeaders,
          'Access-Control-Max-Age': '600',
        });
      } else ctx.set('Access-Control-Expose-Headers', exposedHeaders);
    }
    if (preflight) ctx.status = 204;
    else await next();
  }

  /** Afterwards, because oidc-provider skips its own CORS if a header of CORS is already set. It exposes only its own headers. */
  function exposeMore(ctx: Context): void {
    if (ctx.response.get('access-control-allow-origin') === '') return;
    const byProvider = ctx.response.get('access-control-expose-headers');
    const names = byProvider === '' ? exposed : [...new Set([...byProvider.split(/, */u), ...exposed])];
    ctx.set('Access-Control-Expose-Headers', names.join(', '));
  }
}

async function isRegistered(db: Database, origin: string): Promise<boolean> {
  return (await db.client.findFirst({ where: { origins: { has: origin } }, select: { id: true } })) !== null;
}
