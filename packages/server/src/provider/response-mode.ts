import type { Middleware } from 'koa';
import { paths } from './paths.js';

/** `form_post` answers with a page that needs a script; the contract knows redirects only. */
export const redirectsOnly: Middleware = (ctx, next) => {
  if (ctx.path === paths.authorization && ctx.query['response_mode'] === 'form_post') {
    // Not known to the library, which therefore refuses it the way the client can read: by redirect.
    ctx.query = { ...ctx.query, response_mode: 'unsupported' };
  }
  return next();
};
