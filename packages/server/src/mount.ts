import type Koa from 'koa';
import type { Middleware } from 'koa';
import type { Provider } from 'oidc-provider';
import { addressBelow } from './base-path.js';
import { isProviderPath } from './provider/paths.js';

/**
 * Answers the paths of the service and leaves all others to the host. A request of ours runs whole in an
 * app of our own: the host's settings and middleware do not reach into it.
 */
export function ownPathsOnly(
  app: Koa,
  {
    basePath,
    routePaths,
    exactPaths = [],
  }: {
    basePath: string;
    routePaths: readonly string[];
    /** Ours to the letter: what is below them is the host's. */
    exactPaths?: readonly string[];
  },
): Middleware {
  const handle = app.callback();
  const below = addressBelow(basePath);
  const prefixes = ['/interaction', ...routePaths.map((path) => path.replace(/\/:.*$/u, ''))];
  const isOurs = (path: string) =>
    isProviderPath(path) ||
    exactPaths.includes(path) ||
    prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
  return async (ctx, next) => {
    const { url } = ctx;
    // A host that mounts us at the same path has already taken it away.
    const address = below(url) ?? below(ctx.originalUrl);
    if (address === undefined) return next();
    ctx.url = address;
    try {
      if (isOurs(ctx.path)) {
        ctx.respond = false;
        await handle(ctx.req, ctx.res);
        return;
      }
    } finally {
      // What the host logs, and what it does with a path that is not ours, goes by the address as it came.
      ctx.url = url;
    }
    await next();
  };
}

/** Hands the paths of OAuth / OIDC over to oidc-provider. */
export function mountProvider(provider: Provider): Middleware {
  const handle = provider.callback();
  return async (ctx, next) => {
    if (!isProviderPath(ctx.path)) return next();
    ctx.respond = false;
    await handle(ctx.req, ctx.res);
  };
}
