import { hasOpenExchange } from '@org/identity-prisma';
import type { Context, Middleware, Next } from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { paths } from '../http/paths.js';

/** One statement marks a code or refresh token as used and writes the new tokens. No response is sent before it has run. */
export const finishedExchanges: Middleware = (ctx, next) => (ctx.path === paths.token ? check(ctx, next) : next());

async function check(ctx: Context, next: Next): Promise<void> {
  await next();
  // The context of oidc-provider is Koa's, plus `oidc`.
  if (ctx.status < 400 && hasOpenExchange(ctx as unknown as KoaContextWithOIDC)) {
    throw new Error('Tokens were issued, but their code or refresh token was not marked as used.');
  }
}
