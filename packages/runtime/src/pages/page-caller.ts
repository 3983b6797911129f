import { identify, isOfKind, type PageRequest, type PageRoute, takesKind } from '@org/identity-core';
import type { Context } from 'koa';
import { readPageCookie } from './page-cookies.js';
import type { PageServices } from './page-services.js';

/** How a page asks for a caller whom a plugin recognizes by a cookie. The cookie is read only if the page asks. */
export function callerByCookie(
  ctx: Context,
  page: PageRoute,
  { callers, issuer }: Pick<PageServices, 'callers' | 'issuer'>,
): PageRequest['caller'] {
  return async (kind) => {
    const source = takesKind(page, kind) ? callers.find((each) => each.kind === kind) : undefined;
    const secret = source?.cookie === undefined ? undefined : readPageCookie(ctx, issuer)(source.cookie);
    if (!source || secret === undefined) return undefined;
    const caller = await identify(source, { secret, ip: ctx.ip, path: ctx.path });
    return isOfKind(caller, kind) ? caller : undefined;
  };
}
