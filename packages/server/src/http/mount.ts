import type { Middleware } from 'koa';
import { addressBelow } from './base-path.js';
import type { OwnRequest } from './own-request.js';

/** Answers a request of the service. */
export type RequestHandler = (request: OwnRequest) => Promise<void>;

/** Finds what answers a request. */
export interface Dispatcher {
  /** Sends the response if it is kept for every caller, and returns whether it was; `path` includes the query. */
  sendKept(request: OwnRequest): boolean;
  /** Returns undefined for a path of the host. */
  handlerOf(path: string): RequestHandler | undefined;
}

const answered = Promise.resolve();

/**
 * Answers the paths of the service and leaves all others to the host. A request of ours runs whole in an
 * app of our own: the host's settings and middleware do not reach into it.
 */
export function ownPathsOnly({ sendKept, handlerOf }: Dispatcher, basePath: string): Middleware {
  const below = addressBelow(basePath);
  return (ctx, next) => {
    const { url, req, res } = ctx;
    // A host that mounts us at the same path has already taken it away.
    const address = below(url) ?? below(ctx.originalUrl);
    if (address === undefined) return next();
    // Before Koa has parsed anything.
    if (sendKept({ req, res, path: address })) {
      ctx.respond = false;
      return answered;
    }
    ctx.url = address;
    const { path } = ctx;
    const handle = handlerOf(path);
    if (!handle) {
      ctx.url = url;
      return next();
    }
    ctx.respond = false;
    const responded = handle({ req, res, path });
    // What the host logs goes by the address as it came.
    return address === url ? responded : responded.finally(() => Object.assign(ctx, { url }));
  };
}
