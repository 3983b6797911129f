import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Identity, Refusal } from '../access.js';
import type { NodeMiddleware } from '../node.js';
import type { CheckedCaller } from './check-bearer.js';
import type { ResourceMetadata } from './resource-metadata.js';

/** What this needs of a context of Koa. Koa itself is not imported, because other frameworks do not have its types. */
export interface KoaContext {
  readonly method: string;
  readonly path: string;
  /** The path as it was called, with the query: `path` is shorter below a mounted path. */
  readonly originalUrl?: string;
  readonly headers: IncomingHttpHeaders;
  readonly state: { identity?: Identity };
  status: number;
  body: unknown;
  set(headers: Record<string, string>): void;
}

/** A middleware of Koa. */
export type KoaMiddleware = (ctx: KoaContext, next: () => Promise<unknown>) => Promise<void>;

/** A request of a framework, as far as it decides about its caller. */
export interface CheckedRequest {
  readonly headers: IncomingHttpHeaders | Headers;
  readonly method?: string | undefined;
  /** The whole URL, or its path. Needed for tokens that are bound to a key. */
  readonly url?: string | undefined;
}

type Check = (request: CheckedRequest) => Promise<CheckedCaller>;

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
}

const identities = new WeakMap<IncomingMessage, Identity>();

/** The caller of a request of Node.js, once its token was checked. */
export function callerOf(request: IncomingMessage): Identity {
  const identity = identities.get(request);
  if (!identity) throw new Error('The caller is not known: use the middleware that checks the token before.');
  return identity;
}

/** The response to a request for the metadata. Browsers of every origin may read it: it is public. */
export function metadataReply(method: string | undefined, metadata: ResourceMetadata): Reply {
  const headers = { 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' };
  if (method === 'OPTIONS')
    return {
      status: 204,
      headers: { ...headers, 'access-control-allow-methods': 'GET', 'access-control-allow-headers': '*' },
    };
  if (method !== 'GET' && method !== 'HEAD')
    return {
      status: 405,
      headers: { ...headers, allow: 'GET, HEAD, OPTIONS' },
      body: { error: 'METHOD_NOT_ALLOWED', message: 'Use GET.' },
    };
  return { status: 200, headers: { ...headers, 'cache-control': 'public, max-age=300' }, body: metadata };
}

export function koaMetadata(path: string, metadata: ResourceMetadata): KoaMiddleware {
  return async (ctx, next) => {
    if (ctx.path === path) replyKoa(ctx, metadataReply(ctx.method, metadata));
    else await next();
  };
}

export function koaCheck(check: Check): KoaMiddleware {
  return async (ctx, next) => {
    const { method, headers, originalUrl, path } = ctx;
    const { identity, refusal } = await check({ method, headers, url: originalUrl ?? path });
    if (refusal) return replyKoa(ctx, refusal);
    ctx.state.identity = identity;
    await next();
  };
}

export function nodeMetadata(path: string, metadata: ResourceMetadata): NodeMiddleware {
  return (request, response, next) => {
    if (pathOf(request) === path) replyNode(request, response, metadataReply(request.method, metadata));
    else next();
  };
}

export function nodeCheck(check: Check): NodeMiddleware {
  return (request, response, next) => {
    const { method, headers } = request;
    check({ method, headers, url: pathOf(request) }).then(({ identity, refusal }) => {
      if (refusal) return replyNode(request, response, refusal);
      identities.set(request, identity);
      next();
    }, next);
  };
}

/** Express changes `url` of a request below a path, and keeps the whole one. */
function pathOf(request: IncomingMessage & { originalUrl?: string }): string {
  const [path = ''] = (request.originalUrl ?? request.url ?? '').split('?', 1);
  return path;
}

function replyKoa(ctx: KoaContext, { status, headers, body }: Reply | Refusal): void {
  ctx.status = status;
  ctx.set({ ...headers });
  ctx.body = body ?? null;
  // Koa turns an empty body into 204, whatever the status was.
  ctx.status = status;
}

function replyNode(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Reply | Refusal,
): void {
  const type = body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' };
  response.writeHead(status, { ...headers, ...type });
  response.end(body === undefined || request.method === 'HEAD' ? undefined : JSON.stringify(body));
}
