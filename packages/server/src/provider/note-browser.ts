import { noteBrowser } from '@org/identity-prisma';
import type { Context, Middleware } from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Pool } from 'pg';
import { paths } from '../http/paths.js';

/** Stores the browser and IP of a session at each of its requests. Its user sees them in the list of sessions. */
export function noteBrowsers(pool: Pool): Middleware {
  return (ctx, next) => (ctx.path.startsWith(paths.authorization) ? next().then(() => note(ctx)) : next());

  async function note(ctx: Context): Promise<void> {
    // oidc-provider adds `oidc` to the context. Koa's type does not include it.
    const { session } = (ctx as unknown as KoaContextWithOIDC).oidc ?? {};
    if (!session?.accountId) return;
    await noteBrowser(pool, session.uid, ctx);
  }
}
