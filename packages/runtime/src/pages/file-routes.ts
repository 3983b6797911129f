import Router from '@koa/router';
import type { FileRoute } from '@org/identity-core';
import type { Middleware } from 'koa';

// The files come from users. Even if a browser opened one as a document, nothing in it could run or load anything.
const headers = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
};

/** Serves the files that everybody can read. They need no session and set no cookie, so any cache may keep them. */
export function fileRoutes(files: readonly FileRoute[]): Middleware {
  const router = new Router();
  for (const { path, find } of files)
    router.get(path, async (ctx, next) => {
      const file = await find(ctx.params);
      if (!file) return next();
      ctx.set({ ...headers, 'Content-Disposition': `inline; filename="${file.name}"` });
      ctx.type = file.type;
      ctx.body = Buffer.from(file.content);
    });
  // The router's context type only adds properties to Koa's.
  return router.routes() as unknown as Middleware;
}
