import type { Context } from 'koa';
import type { Logger } from '../logging/logger.js';
import { requestId } from './request-notes.js';
import type { Route } from './route.js';

const closedCodes = new Set<unknown>(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);

/**
 * Logs that a streamed response did not reach its end. A client may close its connection at any time, and a server that
 * stops closes them, too: only a failure on our side is one in the log.
 */
export function logBrokenStream(logger: Logger, { ctx, route, err, what, level }: BrokenStream): void {
  const fields = { requestId: requestId(ctx.req), path: route.path };
  // A lost database has such codes as well, but then the client is still connected.
  const isClosed = 'code' in err && closedCodes.has(err.code) && (ctx.res.closed || ctx.req.socket.destroyed);
  if (isClosed) logger.debug(fields, `${what} closed by the client`);
  else logger[level]({ err, ...fields }, `${what} failed`);
}

interface BrokenStream {
  readonly ctx: Context;
  readonly route: Pick<Route, 'path'>;
  readonly err: Error;
  readonly what: string;
  /** The level of a failure. */
  readonly level: 'warn' | 'error';
}
