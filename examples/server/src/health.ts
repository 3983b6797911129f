import type { IdentityServer } from '@org/identity-server';
import type { Middleware } from 'koa';

/** `/health` responds while the process runs. `/ready` also checks that the database responds, writes and is migrated. */
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
