import type Koa from 'koa';
import type { Provider } from 'oidc-provider';
import type { ConstantResponses } from './constant-responses.js';
import type { Dispatcher, RequestHandler } from './mount.js';
import type { RequestObserver } from './own-request.js';
import { isProviderPath } from './paths.js';

export interface OwnPaths {
  /** Route patterns. The service also owns every path below them. */
  routes: readonly string[];
  /** Exact paths. The host owns the paths below them. */
  exact: readonly string[];
}

/** The headers of every response: browsers must not guess the content type, and on https must stay on https. */
function headersOf({ issuer, hstsSeconds }: { issuer: string; hstsSeconds: number }): readonly [string, string][] {
  const secure = issuer.startsWith('https:') && hstsSeconds > 0;
  return [
    ['X-Content-Type-Options', 'nosniff'],
    ...(secure ? [['Strict-Transport-Security', `max-age=${hstsSeconds}`] as [string, string]] : []),
  ];
}

/** Chooses the handler of a path: oidc-provider for OAuth / OIDC, our app for other paths of the service, none for the host's. */
export function createDispatcher(
  parts: {
    provider: Provider;
    app: Koa;
    constant: Pick<ConstantResponses, 'send'>;
    observer: RequestObserver;
    settings: { issuer: string; hstsSeconds: number };
  },
  paths: OwnPaths,
): Dispatcher {
  const { constant, observer } = parts;
  const provider = parts.provider.callback();
  const app = parts.app.callback();
  const headers = headersOf(parts.settings);
  const run: typeof observer.run = (request, work) => {
    for (const [name, value] of headers) request.res.setHeader(name, value);
    return observer.run(request, work);
  };
  const byProvider: RequestHandler = (request) => run(request, () => provider(request.req, request.res));
  const byApp: RequestHandler = (request) => run(request, () => app(request.req, request.res));

  const roots = [...new Set(['/interaction', ...paths.routes.map((path) => path.split('/:')[0] ?? path)])];
  const known = new Set([...paths.exact, ...roots]);
  const prefixes = roots.map((root) => `${root}/`);
  return {
    sendKept: (request) => {
      // A kept response already has the headers of every response.
      if (!constant.send(request)) return false;
      observer.note(request);
      return true;
    },
    handlerOf: (path) => {
      if (isProviderPath(path)) return byProvider;
      return known.has(path) || prefixes.some((prefix) => path.startsWith(prefix)) ? byApp : undefined;
    },
  };
}
