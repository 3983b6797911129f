import type { Middleware } from 'koa';
import { addressBelow } from './base-path.js';
import type { OwnRequest } from './observe/observe-requests.js';

/** Answers a request of ours. */
export type Answer = (request: OwnRequest) => Promise<void>;

/** Who answers what. */
export interface OwnAnswers {
  /** Sends an answer that is kept for everybody, if it is; `path` is the request's with its query. */
  sendKept(request: OwnRequest): boolean;
  answerOf(path: string): Answer | undefined;
}

const answered = Promise.resolve();

/**
 * Answers the paths of the service and leaves all others to the host. A request of ours runs whole in an
 * app of our own: the host's settings and middleware do not reach into it.
 */
export function ownPathsOnly({ sendKept, answerOf }: OwnAnswers, basePath: string): Middleware {
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
    const answer = answerOf(path);
    if (!answer) {
      ctx.url = url;
      return next();
    }
    ctx.respond = false;
    const responded = answer({ req, res, path });
    // What the host logs goes by the address as it came.
    return address === url ? responded : responded.finally(() => Object.assign(ctx, { url }));
  };
}
