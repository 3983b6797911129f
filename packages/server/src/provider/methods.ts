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

/** Was: a bare 404 for a method the library does not offer at a path. */
export const knownMethods: Middleware = (ctx, next) => {
  const allowed = methods[ctx.path];
  // Preflights are answered by the library, and Koa answers HEAD like GET.
  const method = ctx.method === 'HEAD' ? 'GET' : ctx.method;
  if (allowed && method !== 'OPTIONS' && !allowed.includes(method)) {
    const allow = allowed.join(', ');
    throw new IdentityError('METHOD_NOT_ALLOWED', `${ctx.method} is not offered here, only ${allow}.`, {
      headers: { Allow: allow },
    });
  }
  return allowed && method !== 'OPTIONS' ? next() : next().then(() => somethingThere(ctx));
};

/** A sign-in that a path names may be over, and not every OPTIONS is a preflight. */
function somethingThere(ctx: Context): void {
  if (ctx.status === 404 && !ctx.body) throw new IdentityError('NOT_FOUND', 'There is nothing at this address.');
}
