import type { Context, Middleware } from 'koa';
import { IdentityError, isIdentityError } from './identity-error.js';
import { loggablePath } from './loggable-path.js';
import type { Logger } from './logger.js';
import { requestId, requestNotes } from './request-notes.js';

/** Turns errors of other layers, such as the database, into an error response. Returns undefined for all other errors. */
export type TranslateError = (error: unknown) => IdentityError | undefined;

/** The one place where errors of the JSON endpoints become responses. */
export function errorBoundary(logger: Logger, translate: TranslateError = () => undefined): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      respond(ctx, isIdentityError(error) ? error : (translate(error) ?? unexpected(error, ctx, logger)));
    }
  };
}

function respond(ctx: Context, error: IdentityError): void {
  requestNotes(ctx.req).errorCode = error.code;
  ctx.status = error.status;
  ctx.set({ ...error.headers, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  ctx.body = {
    error: error.code,
    message: error.message,
    ...(error.details ? { details: error.details } : {}),
    requestId: requestId(ctx.req),
  };
}

function unexpected(error: unknown, ctx: Context, logger: Logger): IdentityError {
  logger.error(
    { err: error, requestId: requestId(ctx.req), method: ctx.method, path: loggablePath(ctx.path) },
    'request failed',
  );
  return new IdentityError('INTERNAL_ERROR', 'Something went wrong on our side. Try again later.', { cause: error });
}
