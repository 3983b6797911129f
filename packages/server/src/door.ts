import { IdentityError } from '@org/identity-core';
import type { Middleware } from 'koa';

const mostParameters = 100;

/** Stops what no part of the service can work with: a URL that is not UTF-8 or holds U+0000. */
export const door: Middleware = (ctx, next) => {
  // Koa reads a query in quadratic time: 15 KB of parameters would keep everybody waiting for a second.
  if (ctx.querystring.length > mostParameters && ctx.querystring.split('&').length > mostParameters) {
    throw new IdentityError('MALFORMED_REQUEST', `The address has more than ${mostParameters} parameters.`);
  }
  // Node takes no NUL as it is.
  if (!ctx.url.includes('%')) return next();
  let decoded: string;
  try {
    decoded = decodeURIComponent(ctx.url.replaceAll('+', ' '));
  } catch (cause) {
    throw new IdentityError('MALFORMED_REQUEST', 'The address is not valid UTF-8.', { cause });
  }
  if (decoded.includes('\u0000')) throw new IdentityError('MALFORMED_REQUEST', 'The address holds a NUL character.');
  return next();
};
