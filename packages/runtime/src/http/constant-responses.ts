import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestId } from '@org/identity-core';
import type { Middleware } from 'koa';
import { minAnnounceSeconds } from '../options.js';
import { chooseEncoding, type KeptBody, keptBody } from './compress-responses.js';
import { type OwnRequest, paths } from './paths.js';

const keptMilliseconds = 1_000;
// The discovery document changes only with a deployment.
const discoverySeconds = 3_600;
const maxKeySetSeconds = 60;

interface KeptResponse {
  /** A flat list of names and values, the fastest form for Node. Headers that differ by request are added later. */
  readonly headers: readonly string[];
  /** All headers of an unencoded response to a request without `Origin`. */
  readonly plainHeaders: readonly string[];
  readonly body: KeptBody;
  readonly until: number;
}

export interface ConstantResponses {
  /** Sends the kept response of a path, with the request's id. Returns false if there is none. The path includes the query. */
  send(request: OwnRequest): boolean;
  /** Middleware around oidc-provider: sets how long caches may keep its response, and keeps it here. */
  readonly keep: Middleware;
  forget(): void;
}

/**
 * How long caches may keep the responses that are the same for every caller. A key set must be fetched again before a new
 * key signs, even if the key was announced as late as allowed and this process saw it at its last poll.
 */
function lifetimes(pollSeconds: number): ReadonlyMap<string, string> {
  const keySetSeconds = Math.min(maxKeySetSeconds, minAnnounceSeconds - pollSeconds - 10);
  return new Map([
    [paths.discovery, `public, max-age=${discoverySeconds}`],
    [paths.metadata, `public, max-age=${discoverySeconds}`],
    [paths.jwks, `public, max-age=${keySetSeconds}`],
  ]);
}

/** Keeps the responses that are the same for every caller for one second, so that oidc-provider does not create them each time. */
export function constantResponses({ pollSeconds }: { pollSeconds: number }): ConstantResponses {
  const responses = new Map<string, KeptResponse>();
  const cacheControl = lifetimes(pollSeconds);
  return {
    forget: () => responses.clear(),
    send: ({ req, res, path }) => {
      // oidc-provider handles a URL with a query, which is never in the map.
      const kept = responses.get(path);
      if (!kept || kept.until < performance.now() || (req.method !== 'GET' && req.method !== 'HEAD')) return false;
      sendKept(req, res, kept);
      return true;
    },
    keep: (ctx, next) => {
      const caching = cacheControl.get(ctx.path);
      return caching === undefined ? next() : next().then(() => keep(ctx, caching));
    },
  };

  function keep(ctx: Parameters<Middleware>[0], caching: string): void {
    if (ctx.status !== 200) return;
    ctx.set('Cache-Control', caching);
    ctx.vary('Accept-Encoding');
    const headers = Object.entries(ctx.response.headers).flatMap(([name, value]) =>
      typeof value !== 'string' || ofRequest.has(name) ? [] : [name, value],
    );
    const text = JSON.stringify(ctx.body);
    const before = responses.get(ctx.path)?.body;
    const body = before?.text === text ? before : keptBody(text);
    const plain = ['access-control-allow-origin', '*', 'content-length', String(body.bytes)];
    const until = performance.now() + keptMilliseconds;
    if (ctx.querystring === '') responses.set(ctx.path, { headers, plainHeaders: [...headers, ...plain], body, until });
    // The response that fills the cache is compressed as well.
    const encoding = chooseEncoding(ctx.req.headers['accept-encoding']);
    const encoded = body.encoded(encoding);
    if (!encoding || !encoded) return;
    ctx.body = encoded;
    ctx.set('Content-Encoding', encoding);
  }
}

// These differ by request.
const ofRequest = new Set(['x-request-id', 'access-control-allow-origin', 'content-length']);

function sendKept(req: IncomingMessage, res: ServerResponse, { headers, plainHeaders, body }: KeptResponse): void {
  const { origin, 'accept-encoding': accepted } = req.headers;
  if (origin === undefined && accepted === undefined) {
    // Most servers and load balancers send neither header.
    res.writeHead(200, [...plainHeaders, 'X-Request-Id', requestId(req)]);
    // Node sends a string in one packet with the headers, but a buffer separately.
    res.end(req.method === 'HEAD' ? undefined : body.text);
    return;
  }
  const encoding = chooseEncoding(accepted);
  const encoded = body.encoded(encoding);
  res.writeHead(200, [
    ...headers,
    'access-control-allow-origin',
    // An empty `Origin` gets `*`, as from oidc-provider.
    origin || '*',
    'content-length',
    String(encoded?.length ?? body.bytes),
    ...(encoding && encoded ? ['content-encoding', encoding] : []),
    'X-Request-Id',
    requestId(req),
  ]);
  res.end(req.method === 'HEAD' ? undefined : (encoded ?? body.text));
}
