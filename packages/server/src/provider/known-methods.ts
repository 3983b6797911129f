import { IdentityError } from '@org/identity-core';
import type { Context, Middleware } from 'koa';
import { paths } from '../http/paths.js';

const methods: Record<string, readonly string[]> = {
  [paths.discovery]: ['GET'],
  [paths.metadata]: ['GET'],
  [paths.jwks]: ['GET'],
  [paths.authorization]: ['GET', 'POST'],
  [paths.token]: ['POST'],
  [paths.userinfo]: ['GET', 'POST'],
  [paths.logout]: ['GET', 'POST'],
  [paths.revocation]: ['POST'],
  [paths.introspection]: ['POST'],
};

/** Responds 405 to an unsupported method. Was: a 404 without a body. */
export const knownMethods: Middleware = (ctx, next) => {
  const allowed = methods[ctx.path];
  // oidc-provider handles preflights, and Koa handles HEAD like GET.
  const method = ctx.method === 'HEAD' ? 'GET' : ctx.method;
  if (allowed && method !== 'OPTIONS' && !allowed.includes(method)) {
    const allow = allowed.join(', ');
    throw new IdentityError('METHOD_NOT_ALLOWED', `${ctx.method} is not supported here, only ${allow}.`, {
      headers: { Allow: allow },
    });
  }
  return allowed && method !== 'OPTIONS' ? next() : next().then(() => requireResponse(ctx));
};

/** The sign-in of a path may be over, and not every OPTIONS request is a preflight: both end without a response. */
function requireResponse(ctx: Context): void {
  if (ctx.status === 404 && !ctx.body) throw new IdentityError('NOT_FOUND', 'There is nothing at this URL.');
}
