import { requestNotes } from '@org/identity-core';
import type { Context, Next } from 'koa';

/** Notes the route pattern of a page, for metrics and logs. */
export async function notePageRoutes(ctx: Context & { _matchedRoute?: unknown }, next: Next): Promise<void> {
  try {
    await next();
  } finally {
    // Set by @koa/router.
    if (typeof ctx._matchedRoute === 'string') requestNotes(ctx.req).route = ctx._matchedRoute;
  }
}
