import { hasOpenExchange } from '@org/identity-prisma';
import type { Middleware } from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';

/** A code or refresh token is used up in the statement that writes the new tokens: no answer leaves without it. */
export const finishedExchanges: Middleware = async (ctx, next) => {
  await next();
  // The library's context is Koa's with `oidc` on it.
  if (ctx.status < 400 && hasOpenExchange(ctx as unknown as KoaContextWithOIDC)) {
    throw new Error('Tokens were issued without their code or refresh token being used up.');
  }
};
