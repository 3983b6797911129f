import { type Logger, requestId, withRequestId } from '@org/identity-core';
import type { Context, Middleware } from 'koa';
import { providerRoute } from '../provider/paths.js';
import type { Metrics } from './metrics.js';
import { inSpan } from './spans.js';

/** Names, times, counts and logs every request of ours, once its answer is out. */
export function observeRequests({ logger, metrics }: { logger: Logger; metrics: Metrics }): Middleware {
  return (ctx, next) => {
    const id = requestId(ctx.req);
    // Later the address is again as it came to the host, with the issuer's path.
    const { path } = ctx;
    ctx.set('X-Request-Id', id);
    const started = performance.now();
    ctx.res.once('close', () => {
      const seconds = (performance.now() - started) / 1000;
      const route = routeOf(ctx, path);
      const errorCode = codeOf(ctx);
      const status = ctx.res.statusCode;
      metrics.countRequest({ method: knownMethod(ctx.method), route, status }, seconds);
      if (errorCode) metrics.countRefusal(errorCode);
      const fields = { requestId: id, method: ctx.method, route, status, milliseconds: Math.round(seconds * 1000) };
      const more = {
        ...(errorCode ? { error: errorCode } : {}),
        ...(ctx.res.writableFinished ? {} : { brokeOff: true }),
      };
      logger.info({ ...fields, ...more }, 'request');
    });
    return withRequestId(id, () =>
      inSpan(`identity ${ctx.method}`, async (span) => {
        await next();
        const route = routeOf(ctx, path);
        span.updateName(`identity ${ctx.method} ${route}`);
        span.setAttributes({
          'http.request.method': ctx.method,
          'http.route': route,
          'http.response.status_code': ctx.res.statusCode,
          'identity.request_id': id,
        });
      }),
    );
  };
}

/** The pattern of the route that answered: it holds neither ids nor secrets. */
function routeOf(ctx: Context & { _matchedRoute?: unknown }, path: string): string {
  return typeof ctx._matchedRoute === 'string' ? ctx._matchedRoute : (providerRoute(path) ?? 'none');
}

/** Noted by the error boundary. */
function codeOf(ctx: Context): string | undefined {
  const code: unknown = ctx.state['errorCode'];
  return typeof code === 'string' ? code : undefined;
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Anybody can send any word as method: those are one series. */
function knownMethod(method: string): string {
  return methods.has(method) ? method : 'other';
}
