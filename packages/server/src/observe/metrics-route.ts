import { createHash, timingSafeEqual } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Registry } from 'prom-client';

/** Whatever has the numbers as text: a registry of prom-client, or several in one. */
export type MetricsSource = Pick<Registry, 'metrics'> & { readonly contentType: string };

export interface MetricsRouteOptions {
  /** Where Prometheus asks (default `/metrics`). */
  path?: string;
  /** Wanted as `Authorization: Bearer …`; without it anybody who reaches the path may read. */
  token?: string | undefined;
}

/** Serves the numbers of a process in Prometheus' text format. They hold no personal data, but tell how busy you are. */
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
      ctx.body = 'The metrics need their own token.\n';
      return;
    }
    ctx.body = await registry.metrics();
    ctx.type = registry.contentType;
  };
}

function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
