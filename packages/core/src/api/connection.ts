import type { Context } from 'koa';
import { tokenExpiry } from '../callers/bearer-guard.js';
import type { Caller } from '../callers/caller.js';

/** The connection of a request, for handlers that take long: streams, and requests that wait. */
export interface Connection<Allowed = unknown> {
  /** Aborted when the connection has ended, for whatever reason. */
  readonly signal: AbortSignal;
  /** When the access token expires, in milliseconds since 1970. A stream must not live longer. */
  readonly expiresAt: number;
  /** Checks the token and the guard again. Returns the caller as it is now; throws if it may no longer use the route. */
  recheck(): Promise<Allowed>;
}

/** The connection of a request. `identify` finds its caller, and `allow` is the check of the route. */
export function connectionOf(
  ctx: Context,
  { isToken, identify }: { isToken: boolean; identify: () => Promise<Caller | undefined> },
  allow: (caller: Caller | undefined) => unknown,
): Connection {
  const ended = new AbortController();
  const end = () => ended.abort();
  if (ctx.res.closed || ctx.req.socket.destroyed) end();
  else ctx.res.once('close', end);
  const authorization = ctx.get('authorization');
  return {
    signal: ended.signal,
    expiresAt: authorization === '' || !isToken ? Number.POSITIVE_INFINITY : tokenExpiry(authorization),
    recheck: async () => allow(await identify()),
  };
}
