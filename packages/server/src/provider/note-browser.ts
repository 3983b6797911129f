import { noteBrowser } from '@org/identity-prisma';
import type { Context, Middleware } from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Pool } from 'pg';
import { paths } from '../http/paths.js';

/** Notes browser and address of a signed-in session whenever it comes by; its owner sees them in the list of sessions. */
export function noteBrowsers(pool: Pool): Middleware {
  return (ctx, next) => (ctx.path.startsWith(paths.authorization) ? next().then(() => note(ctx)) : next());

  async function note(ctx: Context): Promise<void> {
    // The library puts `oidc` onto the context, which Koa's type does not know.
    const { session } = (ctx as unknown as KoaContextWithOIDC).oidc ?? {};
    if (!session?.accountId) return;
    await noteBrowser(pool, { uid: session.uid, ip: ctx.ip, userAgent: ctx.get('user-agent') });
  }
}
