import type { Context } from 'koa';
import type { Authenticate, TokenRead } from '../callers/bearer-guard.js';
import { type Caller, takesKind } from '../callers/caller.js';
import { type CallerSource, callerOfBearer, sourceOfBearer } from '../callers/caller-source.js';
import { tokenOptional } from '../callers/guards.js';
import { unauthorized } from '../errors/identity-error.js';
import type { Route } from './route.js';

/** How callers are recognized. */
export interface CallerServices {
  authenticate: Authenticate;
  /** The kinds of callers that plugins bring. */
  sources: readonly CallerSource[];
}

/**
 * The caller of a request: by the group's own authentication, by a token of a kind that the route names, or by the access token;
 * undefined without any of them.
 */
export async function callerOf(
  ctx: Context,
  route: Route,
  { authenticate, sources }: CallerServices,
  { tokenRead, again = false }: { tokenRead?: TokenRead | undefined; again?: boolean },
): Promise<Caller | undefined> {
  const { group, callers } = route;
  if (group?.authenticate) return group.authenticate({ headers: ctx.headers, ip: ctx.ip, path: ctx.path });
  const authorization = ctx.get('authorization');
  if (authorization === '') return undefined;
  if (callers) {
    const sent = sourceOfBearer(sources, callers, authorization);
    if (sent) return callerOfBearer(sent.source, { secret: sent.secret, ip: ctx.ip, path: ctx.path });
    // Here an access token is as good as none. The guard says what to send instead.
    if (!takesKind(route, 'user') && !takesKind(route, 'machine')) return noCaller(route);
  }
  if (!/^dpop /iu.test(authorization)) return authenticate(authorization, tokenRead);
  const path = calledPath(ctx.originalUrl);
  return authenticate(authorization, tokenRead, { proof: ctx.get('dpop'), method: ctx.method, path, again });
}

/** A token that is sent has to be valid, also where none is needed. */
function noCaller({ guard }: Route): undefined {
  if (guard === tokenOptional) throw unauthorized();
}

/** The path that the client has called, also if a host has mounted the router below another one. */
function calledPath(url: string): string {
  // A request line may contain an absolute URL. Its host is not trusted.
  return url.replace(/^[a-z]+:\/\/[^/?]*/iu, '').split('?', 1)[0] ?? '';
}
