import { IdentityError } from '@org/identity-core';
import type { Middleware } from 'koa';

const maxParameters = 100;

/** Refuses a URL that is not valid UTF-8, contains U+0000, or has too many parameters. */
export const refuseMalformedUrls: Middleware = (ctx, next) => {
  // Koa parses a query in quadratic time: 15 KB of parameters would block the process for a second.
  if (ctx.querystring.length > maxParameters && ctx.querystring.split('&').length > maxParameters) {
    throw new IdentityError('MALFORMED_REQUEST', `The URL has more than ${maxParameters} parameters.`);
  }
  // Node itself refuses a NUL that is not percent-encoded.
  if (!ctx.url.includes('%')) return next();
  let decoded: string;
  try {
    decoded = decodeURIComponent(ctx.url.replaceAll('+', ' '));
  } catch (cause) {
    throw new IdentityError('MALFORMED_REQUEST', 'The URL is not valid UTF-8.', { cause });
  }
  if (decoded.includes('\u0000')) throw new IdentityError('MALFORMED_REQUEST', 'The URL contains a NUL character.');
  return next();
};
