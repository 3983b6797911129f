import type { Middleware } from 'koa';
import { paths } from '../http/paths.js';
import type { ProviderPageServices } from '../pages/show-error.js';
import { redirectToGet } from './redirect-to-get.js';

/** Accepts authorization requests by POST as well (OpenID Connect Core §3.1.2.1). Was: only with `SameSite=None` cookies. */
export function authorizationByPost(services: ProviderPageServices): Middleware {
  return (ctx, next) =>
    ctx.path === paths.authorization && ctx.method === 'POST' ? redirectToGet(ctx, services) : next();
}
