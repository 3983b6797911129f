import type { IncomingMessage, ServerResponse } from 'node:http';
import type Koa from 'koa';
import type { Middleware } from 'koa';
import type { Provider } from 'oidc-provider';
import type { ConstantResponses } from './constant-responses.js';
import { isDevicePath, isProviderPath, type OwnRequest, pathsThatAreOff, urlBelow } from './paths.js';

/** Gives each request an id, and counts and logs it once its response is sent. */
export interface RequestObserver {
  /** Runs the work of a request and observes it. */
  run(request: OwnRequest, work: () => Promise<void>): Promise<void>;
  /** Notes a request that got a kept response. */
  note(request: OwnRequest): void;
}

/** Handles a request of the service. */
export type RequestHandler = (request: OwnRequest) => Promise<void>;

/** Finds the handler of a request. */
interface Dispatcher {
  /** Sends the kept response of a path. Returns false if there is none. `path` includes the query. */
  sendKept(request: OwnRequest): boolean;
  /** Returns undefined for a path of the host. */
  handlerOf(path: string): RequestHandler | undefined;
}

interface OwnPaths {
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
    settings: { issuer: string; hstsSeconds: number; pushedAuthorizationRequests: boolean; deviceFlow: boolean };
  },
  paths: OwnPaths,
): Dispatcher {
  const { constant, observer } = parts;
  const { deviceFlow } = parts.settings;
  const provider = parts.provider.callback();
  const app = parts.app.callback();
  const headers = headersOf(parts.settings);
  const off = pathsThatAreOff(parts.settings);
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
      if ((isProviderPath(path) && !off.has(path)) || (deviceFlow && isDevicePath(path))) return byProvider;
      return known.has(path) || prefixes.some((prefix) => path.startsWith(prefix)) ? byApp : undefined;
    },
  };
}

const done = Promise.resolve();

/**
 * Handles the paths of the service and passes all others to the host. A request of the service runs in a separate app,
 * so the settings of the host's app do not apply to it.
 */
export function ownPathsOnly({ sendKept, handlerOf }: Dispatcher, basePath: string): Middleware {
  const below = urlBelow(basePath);
  return (ctx, next) => {
    const { url, req, res } = ctx;
    // A host that mounts the service at the same path has already removed it from `url`.
    const urlWithin = below(url) ?? below(ctx.originalUrl);
    if (urlWithin === undefined) return next();
    // First, because Koa does not have to parse anything for it.
    if (sendKept({ req, res, path: urlWithin })) {
      ctx.respond = false;
      return done;
    }
    ctx.url = urlWithin;
    const { path } = ctx;
    const handle = handlerOf(path);
    if (!handle) {
      ctx.url = url;
      return next();
    }
    ctx.respond = false;
    const responded = handle({ req, res, path });
    // Restore the URL of the request for the host's log.
    return urlWithin === url ? responded : responded.finally(() => Object.assign(ctx, { url }));
  };
}

/** A handler for `node:http`, Express and Fastify (with middie). It calls `next` for requests of other paths. */
export type NodeHandler = (req: IncomingMessage, res: ServerResponse, next?: (error?: unknown) => void) => void;

/** Handles the paths of the service and calls `next` for all others. Without `next` they get a 404. */
export function nodeHandler(
  { sendKept, handlerOf }: Dispatcher,
  basePath: string,
  notFound: (req: IncomingMessage, res: ServerResponse) => void,
): NodeHandler {
  const below = urlBelow(basePath);
  return (req, res, next = () => notFound(req, res)) => {
    const requested = req.url ?? '/';
    // Express removes the mount path from `url` and keeps the whole URL in `originalUrl`.
    const url = below(requested) ?? below(String((req as { originalUrl?: unknown }).originalUrl ?? ''));
    if (url !== undefined && sendKept({ req, res, path: url })) return;
    const path = url?.replace(/^[a-z]+:\/\/[^/?]*/iu, '').split('?', 1)[0];
    const handle = path === undefined ? undefined : handlerOf(path);
    if (!handle || path === undefined) return next();
    req.url = url;
    handle({ req, res, path }).catch(next);
  };
}
