import { context, ProxyTracerProvider, type Span, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { type Logger, type RequestNotes, requestNotes, silentLogger, withRequestId } from '@org/identity-core';
import type { Context, Next } from 'koa';
import type { RequestObserver } from '../http/dispatch.js';
import { type OwnRequest, providerRoute } from '../http/paths.js';
import type { Metrics } from './metrics.js';

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

/** The tracer of the host. Returns undefined unless the host has registered OpenTelemetry. */
function findTracer(): Tracer | undefined {
  const provider = trace.getTracerProvider();
  const name = '@org/identity-server';
  return provider instanceof ProxyTracerProvider ? provider.getDelegateTracer(name) : provider.getTracer(name);
}

/**
 * Runs the work in a span, if the host records traces, and describes the span after the work. An error marks the span and is
 * thrown again.
 */
export function inSpan<Result>(
  name: string,
  work: () => Promise<Result>,
  describe: (span: Span) => void = () => {},
): Promise<Result> {
  const span = findTracer()?.startSpan(name);
  return span?.isRecording() ? recorded(span, work, describe) : work();
}

async function recorded<Result>(
  span: Span,
  work: () => Promise<Result>,
  describe: (span: Span) => void,
): Promise<Result> {
  try {
    const result = await context.with(trace.setSpan(context.active(), span), work);
    describe(span);
    return result;
  } catch (error) {
    // Only the name of the error: its message may contain input of a user.
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'unknown' });
    throw error;
  } finally {
    span.end();
  }
}

/** Notes the route pattern of a page, for metrics and logs. */
export async function notePageRoutes(ctx: Context & { _matchedRoute?: unknown }, next: Next): Promise<void> {
  try {
    await next();
  } finally {
    // Set by @koa/router.
    if (typeof ctx._matchedRoute === 'string') requestNotes(ctx.req).route = ctx._matchedRoute;
  }
}
