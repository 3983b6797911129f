import { hasOpenExchange } from '@org/identity-prisma';
import type { Context, Middleware, Next } from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { paths } from '../http/paths.js';

/** A code or refresh token is used up in the statement that writes the new tokens: no answer leaves without it. */
export const finishedExchanges: Middleware = (ctx, next) => (ctx.path === paths.token ? check(ctx, next) : next());

async function check(ctx: Context, next: Next): Promise<void> {
  await next();
  // The library's context is Koa's with `oidc` on it.
  if (ctx.status < 400 && hasOpenExchange(ctx as unknown as KoaContextWithOIDC)) {
    throw new Error('Tokens were issued without their code or refresh token being used up.');
  }
}
