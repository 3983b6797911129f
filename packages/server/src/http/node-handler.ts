import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressBelow } from './base-path.js';
import type { Dispatcher } from './mount.js';

/** What `node:http`, Express and Fastify (with middie) take: calls `next` for requests that are not the service's. */
export type NodeHandler = (req: IncomingMessage, res: ServerResponse, next?: (error?: unknown) => void) => void;

/** Answers the paths of the service, and leaves all others to `next`; without one they are 404. */
export function nodeHandler(
  { sendKept, handlerOf }: Dispatcher,
  basePath: string,
  notFound: (req: IncomingMessage, res: ServerResponse) => void,
): NodeHandler {
  const below = addressBelow(basePath);
  return (req, res, next = () => notFound(req, res)) => {
    const asked = req.url ?? '/';
    // Express takes the path that the handler is mounted at off `url`, and keeps the whole in `originalUrl`.
    const url = below(asked) ?? below(String((req as { originalUrl?: unknown }).originalUrl ?? ''));
    if (url !== undefined && sendKept({ req, res, path: url })) return;
    const path = url?.replace(/^[a-z]+:\/\/[^/?]*/iu, '').split('?', 1)[0];
    const handle = path === undefined ? undefined : handlerOf(path);
    if (!handle || path === undefined) return next();
    req.url = url;
    handle({ req, res, path }).catch(next);
  };
}
