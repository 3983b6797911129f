import type Koa from 'koa';
import type { Middleware } from 'koa';
import type { Provider } from 'oidc-provider';
import { isProviderPath } from './provider/paths.js';

/**
 * Answers the paths of the service and leaves all others to the host. A request of ours runs whole in an
 * app of our own: the host's settings and middleware do not reach into it.
 */
export function ownPathsOnly(
  app: Koa,
  routePaths: readonly string[],
  /** Ours to the letter: what is below them is the host's. */
  exactPaths: readonly string[] = [],
): Middleware {
  const handle = app.callback();
  const prefixes = ['/interaction', ...routePaths.map((path) => path.replace(/\/:.*$/u, ''))];
  const isOurs = (path: string) =>
    isProviderPath(path) ||
    exactPaths.includes(path) ||
    prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
  return async (ctx, next) => {
    if (!isOurs(ctx.path)) return next();
    ctx.respond = false;
    await handle(ctx.req, ctx.res);
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
