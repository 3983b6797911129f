import type { IncomingMessage, ServerResponse } from 'node:http';
import { urlBelow } from './base-path.js';
import type { Dispatcher } from './mount.js';

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
