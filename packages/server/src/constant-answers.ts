import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestId } from '@org/identity-core';
import type { Middleware } from 'koa';
import { chooseEncoding } from './compression/choose-encoding.js';
import { type KeptBody, keptBody } from './compression/kept-body.js';
import type { OwnRequest } from './observe/observe-requests.js';
import { shortestAnnouncement } from './options.js';
import { paths } from './provider/paths.js';

const keptMilliseconds = 1_000;
// Changes with a deployment only.
const discoverySeconds = 3_600;
const longestKeySetSeconds = 60;

interface Answer {
  /** Names and values in turn, as Node takes them without a look at each; those that differ by request are added. */
  readonly headers: readonly string[];
  /** Those of an answer without an encoding, to nobody's site in particular. */
  readonly plainHeaders: readonly string[];
  readonly body: KeptBody;
  readonly until: number;
}

export interface ConstantAnswers {
  /** Sends the answer with the request's id if it is kept; says whether it was. The path comes with its query. */
  send(request: OwnRequest): boolean;
  /** Around the library: says how long caches may keep what it answers, and keeps it. */
  readonly keep: Middleware;
  forget(): void;
}

/**
 * For how long caches may keep the answers that are the same for everybody. A key set must be asked for again before a new
 * key signs, also if that was announced as late as can be and this process saw it at its last poll.
 */
function lifetimes(pollSeconds: number): ReadonlyMap<string, string> {
  const keySetSeconds = Math.min(longestKeySetSeconds, shortestAnnouncement - pollSeconds - 10);
  return new Map([
    [paths.discovery, `public, max-age=${discoverySeconds}`],
    [paths.metadata, `public, max-age=${discoverySeconds}`],
    [paths.jwks, `public, max-age=${keySetSeconds}`],
  ]);
}

/** Keeps the answers that are the same for everybody for a second, so that the library makes each once in a second. */
export function constantAnswers({ pollSeconds }: { pollSeconds: number }): ConstantAnswers {
  const answers = new Map<string, Answer>();
  const cacheControl = lifetimes(pollSeconds);
  return {
    forget: () => answers.clear(),
    send: ({ req, res, path }) => {
      // What carries a query is left to the library.
      const kept = answers.get(path);
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
    const before = answers.get(ctx.path)?.body;
    const body = before?.text === text ? before : keptBody(text);
    const plain = ['access-control-allow-origin', '*', 'content-length', String(body.bytes)];
    const until = performance.now() + keptMilliseconds;
    if (ctx.querystring === '') answers.set(ctx.path, { headers, plainHeaders: [...headers, ...plain], body, until });
    // So that the first one is compressed like all others.
    const encoding = chooseEncoding(ctx.req.headers['accept-encoding']);
    const encoded = body.encoded(encoding);
    if (!encoding || !encoded) return;
    ctx.body = encoded;
    ctx.set('Content-Encoding', encoding);
  }
}

// Other sites are named in their answer.
const ofRequest = new Set(['x-request-id', 'access-control-allow-origin', 'content-length']);

function sendKept(req: IncomingMessage, res: ServerResponse, { headers, plainHeaders, body }: Answer): void {
  const { origin, 'accept-encoding': accepted } = req.headers;
  if (origin === undefined && accepted === undefined) {
    // What servers and load balancers ask.
    res.writeHead(200, [...plainHeaders, 'X-Request-Id', requestId(req)]);
    // Text, which Node sends together with the headers: bytes it sends apart.
    res.end(req.method === 'HEAD' ? undefined : body.text);
    return;
  }
  const encoding = chooseEncoding(accepted);
  const encoded = body.encoded(encoding);
  res.writeHead(200, [
    ...headers,
    'access-control-allow-origin',
    // As the library does for an empty one.
    origin || '*',
    'content-length',
    String(encoded?.length ?? body.bytes),
    ...(encoding && encoded ? ['content-encoding', encoding] : []),
    'X-Request-Id',
    requestId(req),
  ]);
  res.end(req.method === 'HEAD' ? undefined : (encoded ?? body.text));
}
