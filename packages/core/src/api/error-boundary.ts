import type { Context, Middleware } from 'koa';
import { IdentityError, isIdentityError, withStatusOf } from '../errors/identity-error.js';
import { loggablePath } from '../logging/loggable-path.js';
import type { Logger } from '../logging/logger.js';
import type { GroupRules } from './group-rules.js';
import { requestId, requestNotes } from './request-notes.js';
import { groupOfPath } from './route-group.js';

/** Turns errors of other layers, such as the database, into an error response. Returns undefined for all other errors. */
export type TranslateError = (error: unknown) => IdentityError | undefined;

/** All errors of the JSON endpoints become responses here. Groups of routes can have their own form of errors. */
export function errorBoundary(
  logger: Logger,
  translate: TranslateError = () => undefined,
  groups: readonly GroupRules[] = [],
): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const known = isIdentityError(error) ? error : (translate(error) ?? unexpected(error, ctx, logger));
      respond(ctx, known, groupOfPath(groups, ctx.path));
    }
  };
}

function respond(ctx: Context, known: IdentityError, group: GroupRules | undefined): void {
  const error = withStatusOf(known, group?.errorStatuses ?? {});
  requestNotes(ctx.req).errorCode = error.code;
  ctx.status = error.status;
  ctx.set({ ...error.headers, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  if (group?.errorBody) {
    ctx.type = group.bodyTypes?.[0] ?? 'application/json';
    ctx.body = group.errorBody(error, requestId(ctx.req));
    return;
  }
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
