import type { Middleware } from 'koa';
import { urlBelow } from './base-path.js';
import type { OwnRequest } from './own-request.js';

/** Handles a request of the service. */
export type RequestHandler = (request: OwnRequest) => Promise<void>;

/** Finds the handler of a request. */
export interface Dispatcher {
  /** Sends the kept response of a path. Returns false if there is none. `path` includes the query. */
  sendKept(request: OwnRequest): boolean;
  /** Returns undefined for a path of the host. */
  handlerOf(path: string): RequestHandler | undefined;
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
