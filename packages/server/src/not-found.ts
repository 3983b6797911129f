import { errorBoundary, IdentityError, silentLogger } from '@org/identity-core';
import type { Middleware } from 'koa';

/** Answers whatever nobody else did, in the same form as every other error. For hosts that serve nothing but us. */
export function notFound(): Middleware {
  const boundary = errorBoundary(silentLogger);
  return (ctx) =>
    boundary(ctx, () => Promise.reject(new IdentityError('NOT_FOUND', 'There is nothing at this address.')));
}
