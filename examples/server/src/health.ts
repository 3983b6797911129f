import type { IdentityServer } from '@org/identity-server';
import type { Middleware } from 'koa';

/** `/health`: the process is up. `/ready`: the database is reached and its migrations are applied. */
export function health(identity: Pick<IdentityServer, 'checkReadiness'>): Middleware {
  return async (ctx, next) => {
    if (ctx.method !== 'GET' || (ctx.path !== '/health' && ctx.path !== '/ready')) return next();
    ctx.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    try {
      if (ctx.path === '/ready') await identity.checkReadiness();
      ctx.body = { status: 'ok' };
    } catch {
      ctx.status = 503;
      ctx.set('Retry-After', '1');
      ctx.body = { status: 'unavailable' };
    }
  };
}
