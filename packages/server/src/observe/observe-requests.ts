import { type Logger, type RequestNotes, requestNotes, silentLogger, withRequestId } from '@org/identity-core';
import type { OwnRequest, RequestObserver } from '../http/own-request.js';
import { providerRoute } from '../http/paths.js';
import type { Metrics } from './metrics.js';
import { inSpan } from './spans.js';

interface Noted {
  seconds: number;
  brokeOff: boolean;
  /** How long the response was a stream. */
  streamSeconds?: number | undefined;
}

/** Creates the request observer of a server. */
export function observeRequests({ logger, metrics }: { logger: Logger; metrics: Metrics }): RequestObserver {
  const note = ({ req, res, path }: OwnRequest, { seconds, brokeOff, streamSeconds }: Noted) => {
    const notes = requestNotes(req);
    const { errorCode } = notes;
    const method = req.method ?? '';
    const route = routeOf(notes, path);
    const status = res.statusCode;
    metrics.countRequest({ method: knownMethod(method), route, status }, seconds);
    if (errorCode) metrics.countRefusal(errorCode);
    if (logger.info === silentLogger.info) return;
    const fields = { requestId: notes.id, method, route, status, milliseconds: Math.round(seconds * 1000) };
    const more = {
      ...(errorCode ? { error: errorCode } : {}),
      ...(brokeOff ? { brokeOff } : {}),
      ...(streamSeconds === undefined ? {} : { streamSeconds }),
    };
    logger.info({ ...fields, ...more }, 'request');
  };
  return {
    note: (request) => note(request, { seconds: 0, brokeOff: false }),
    run: (request, work) => {
      const { req, res, path } = request;
      const notes = requestNotes(req);
      res.setHeader('X-Request-Id', notes.id);
      const started = performance.now();
      res.once('close', () => {
        const ended = performance.now();
        // A stream lives for as long as its client wants. Its duration is that of its opening.
        const { streamFrom } = notes;
        const seconds = ((streamFrom ?? ended) - started) / 1000;
        const streamSeconds = streamFrom === undefined ? undefined : Math.round((ended - streamFrom) / 1000);
        note(request, { seconds, streamSeconds, brokeOff: !res.writableFinished && streamFrom === undefined });
      });
      return withRequestId(notes.id, () =>
        inSpan(`identity ${req.method}`, work, (span) => {
          const route = routeOf(notes, path);
          span.updateName(`identity ${req.method} ${route}`);
          span.setAttributes({
            'http.request.method': req.method ?? '',
            'http.route': route,
            'http.response.status_code': res.statusCode,
            'identity.request_id': notes.id,
          });
        }),
      );
    },
  };
}

function routeOf({ route }: RequestNotes, path: string): string {
  return route ?? providerRoute(path) ?? 'none';
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Callers can send any text as method. All unknown methods share one series. */
function knownMethod(method: string): string {
  return methods.has(method) ? method : 'other';
}
