import { errorBoundary, IdentityError, silentLogger } from '@org/identity-core';
import type { Brand } from '@org/identity-ui';
import type { Context, Middleware } from 'koa';
import { basePathOf } from '../http/paths.js';
import { showError } from './show-error.js';

/** What the HTML page needs. An identity server has both properties. */
export interface NotFoundLook {
  readonly issuer: string;
  readonly brand: Brand;
}

/**
 * Responds to every request that reaches it with 404: an HTML page for browsers, JSON for programs and for every path of the
 * API. Without a look it is always JSON. For hosts that serve only the identity server.
 */
export function notFound(look?: NotFoundLook): Middleware {
  const boundary = errorBoundary(silentLogger);
  const basePath = look ? basePathOf(look.issuer) : '';
  const isApi = (path: string) => path.startsWith('/api/') || path.startsWith(`${basePath}/api/`);
  return (ctx) => {
    ctx.vary('Accept');
    if (look && !isApi(ctx.path) && prefersHtml(ctx)) return showNotFound(ctx, look);
    return boundary(ctx, () => Promise.reject(new IdentityError('NOT_FOUND', 'There is nothing at this URL.')));
  };
}

/** Responds with the page for a URL that does not exist. It links to the home page. */
export function showNotFound(ctx: Context, look: NotFoundLook): void {
  const home = look.brand.links?.homepage ?? new URL('/', look.issuer).href;
  showError(ctx, look, { code: 'not_found', status: 404, home });
}

/** Programs send no `Accept`, or one for any type. JSON wins a tie. */
function prefersHtml(ctx: Pick<Context, 'accepts'>): boolean {
  return ctx.accepts('json', 'html') === 'html';
}
