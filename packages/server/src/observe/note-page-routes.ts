import { requestNotes } from '@org/identity-core';
import type { Context, Next } from 'koa';

/** Notes the pattern by which the router of a page found it. */
export async function notePageRoutes(ctx: Context & { _matchedRoute?: unknown }, next: Next): Promise<void> {
  try {
    await next();
  } finally {
    // The router's own name for it.
    if (typeof ctx._matchedRoute === 'string') requestNotes(ctx.req).route = ctx._matchedRoute;
  }
}
