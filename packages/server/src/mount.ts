import type { IncomingMessage, ServerResponse } from 'node:http';
import type Koa from 'koa';
import type { Middleware } from 'koa';
import type { Provider } from 'oidc-provider';
import { addressBelow } from './base-path.js';
import type { ConstantAnswers } from './constant-answers.js';
import type { Observe } from './observe/observe-requests.js';
import { isProviderPath } from './provider/paths.js';

export type Handle = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/**
 * Answers the paths of the service and leaves all others to the host. A request of ours runs whole in an
 * app of our own: the host's settings and middleware do not reach into it.
 */
export function ownPathsOnly(
  handlerOf: (path: string) => Handle | undefined,
  { basePath, observe = (_request, work) => work() }: { basePath: string; observe?: Observe },
): Middleware {
  const below = addressBelow(basePath);
  return (ctx, next) => {
    const { url, req, res } = ctx;
    // A host that mounts us at the same path has already taken it away.
    const address = below(url) ?? below(ctx.originalUrl);
    if (address === undefined) return next();
    ctx.url = address;
    const { path } = ctx;
    const handle = handlerOf(path);
    if (!handle) {
      ctx.url = url;
      return next();
    }
    ctx.respond = false;
    const answered = observe({ req, res, path }, () => handle(req, res));
    // What the host logs goes by the address as it came.
    return address === url ? answered : answered.finally(() => Object.assign(ctx, { url }));
  };
}

/** Who answers a path: the library those of OAuth / OIDC, our app the others of ours, nobody those of the host. */
export function ownHandlers(
  { provider, app, constant }: { provider: Provider; app: Koa; constant: Pick<ConstantAnswers, 'send'> },
  {
    routePaths,
    exactPaths,
  }: {
    routePaths: readonly string[];
    /** Ours to the letter: what is below them is the host's. */
    exactPaths: readonly string[];
  },
): (path: string) => Handle | undefined {
  const library = provider.callback();
  const ofProvider: Handle = (req, res) => (constant.send(req, res) ? Promise.resolve() : library(req, res));
  const ofApp = app.callback();
  const roots = [...new Set(['/interaction', ...routePaths.map((path) => path.replace(/\/:.*$/u, ''))])];
  const known = new Set([...exactPaths, ...roots]);
  const prefixes = roots.map((root) => `${root}/`);
  return (path) => {
    if (isProviderPath(path)) return ofProvider;
    return known.has(path) || prefixes.some((prefix) => path.startsWith(prefix)) ? ofApp : undefined;
  };
}
