import type { Middleware } from 'koa';
import { addressBelow } from './base-path.js';
import type { OwnRequest } from './observe/observe-requests.js';

/** Answers a request of ours. */
export type Answer = (request: OwnRequest) => Promise<void>;

/**
 * Answers the paths of the service and leaves all others to the host. A request of ours runs whole in an
 * app of our own: the host's settings and middleware do not reach into it.
 */
export function ownPathsOnly(answerOf: (path: string) => Answer | undefined, basePath: string): Middleware {
  const below = addressBelow(basePath);
  return (ctx, next) => {
    const { url, req, res } = ctx;
    // A host that mounts us at the same path has already taken it away.
    const address = below(url) ?? below(ctx.originalUrl);
    if (address === undefined) return next();
    ctx.url = address;
    const { path } = ctx;
    const answer = answerOf(path);
    if (!answer) {
      ctx.url = url;
      return next();
    }
    ctx.respond = false;
    const answered = answer({ req, res, path });
    // What the host logs goes by the address as it came.
    return address === url ? answered : answered.finally(() => Object.assign(ctx, { url }));
  };
}
