import { createHash, timingSafeEqual } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Registry } from 'prom-client';

/** Returns metrics as text: a registry of prom-client, or several merged into one. */
export type MetricsSource = Pick<Registry, 'metrics'> & { readonly contentType: string };

export interface MetricsRouteOptions {
  /** The path that Prometheus requests (default `/metrics`). */
  path?: string;
  /** Required as `Authorization: Bearer …`. Without this option every caller can read the metrics. */
  token?: string | undefined;
}

/** Serves the metrics of a process in the text format of Prometheus. They contain no personal data, but reveal the load. */
export function metricsRoute(
  registry: MetricsSource,
  { path = '/metrics', token }: MetricsRouteOptions = {},
): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== path || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    ctx.set('Cache-Control', 'no-store');
    if (token !== undefined && !isSame(ctx.get('authorization'), `Bearer ${token}`)) {
      ctx.status = 401;
      ctx.set('WWW-Authenticate', 'Bearer');
      ctx.body = 'The metrics require their own token.\n';
      return;
    }
    ctx.body = await registry.metrics();
    ctx.type = registry.contentType;
  };
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
