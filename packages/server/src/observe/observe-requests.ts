import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Logger, type RequestNotes, requestNotes, withRequestId } from '@org/identity-core';
import { providerRoute } from '../provider/paths.js';
import type { Metrics } from './metrics.js';
import { inSpan } from './spans.js';

/** Runs the work of a request; `path` is the one below the issuer's. */
export type Observe = (
  request: { req: IncomingMessage; res: ServerResponse; path: string },
  work: () => Promise<void>,
) => Promise<void>;

/** Names, times, counts and logs every request of ours, once its answer is out. */
export function observeRequests({ logger, metrics }: { logger: Logger; metrics: Metrics }): Observe {
  return ({ req, res, path }, work) => {
    const notes = requestNotes(req);
    const method = req.method ?? '';
    res.setHeader('X-Request-Id', notes.id);
    const started = performance.now();
    res.once('close', () => {
      const seconds = (performance.now() - started) / 1000;
      const route = routeOf(notes, path);
      const status = res.statusCode;
      const { errorCode } = notes;
      metrics.countRequest({ method: knownMethod(method), route, status }, seconds);
      if (errorCode) metrics.countRefusal(errorCode);
      const fields = { requestId: notes.id, method, route, status, milliseconds: Math.round(seconds * 1000) };
      const more = {
        ...(errorCode ? { error: errorCode } : {}),
        ...(res.writableFinished ? {} : { brokeOff: true }),
      };
      logger.info({ ...fields, ...more }, 'request');
    });
    return withRequestId(notes.id, () =>
      inSpan(`identity ${method}`, work, (span) => {
        const route = routeOf(notes, path);
        span.updateName(`identity ${method} ${route}`);
        span.setAttributes({
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': res.statusCode,
          'identity.request_id': notes.id,
        });
      }),
    );
  };
}

function routeOf({ route }: RequestNotes, path: string): string {
  return route ?? providerRoute(path) ?? 'none';
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Anybody can send any word as method: those are one series. */
function knownMethod(method: string): string {
  return methods.has(method) ? method : 'other';
}
