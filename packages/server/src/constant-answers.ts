import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestId } from '@org/identity-core';
import type { Middleware } from 'koa';
import { paths } from './provider/paths.js';

// The same for everybody, until keys change.
const constant = new Set<string>([paths.discovery, paths.metadata, paths.jwks]);
const keptMilliseconds = 1_000;

interface Answer {
  /** Names and values in turn, as Node takes them without a look at each. */
  readonly headers: readonly string[];
  /** As text, which Node sends together with the headers; bytes it would send apart. */
  readonly body: string;
  readonly until: number;
}

export interface ConstantAnswers {
  /** Sends the answer with the request's id if it is kept; says whether it was. */
  send(req: IncomingMessage, res: ServerResponse): boolean;
  /** Around the library: keeps what it answers. */
  readonly keep: Middleware;
  forget(): void;
}

/** Keeps the answers that are the same for everybody for a second, so that the library makes each once in a second. */
export function constantAnswers(): ConstantAnswers {
  const answers = new Map<string, Answer>();
  return {
    forget: () => answers.clear(),
    send: (req, res) => {
      // What carries a query is left to the library.
      const kept = answers.get(req.url ?? '');
      if (!kept || kept.until < performance.now() || !isPlain(req)) return false;
      res.writeHead(200, [...kept.headers, 'X-Request-Id', requestId(req)]);
      res.end(req.method === 'HEAD' ? undefined : kept.body);
      return true;
    },
    keep: (ctx, next) => (constant.has(ctx.path) ? next().then(() => keep(ctx)) : next()),
  };

  function keep(ctx: Parameters<Middleware>[0]): void {
    if (ctx.status !== 200 || !isPlain(ctx.req) || ctx.method !== 'GET' || ctx.querystring !== '') return;
    const headers = Object.entries(ctx.response.headers).flatMap(([name, value]) =>
      name === 'x-request-id' || typeof value !== 'string' ? [] : [name, value],
    );
    const body = JSON.stringify(ctx.body);
    const until = performance.now() + keptMilliseconds;
    answers.set(ctx.path, { headers: [...headers, 'content-length', String(Buffer.byteLength(body))], body, until });
  }
}

/** Another site gets headers of its own. */
function isPlain({ method, headers }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && headers.origin === undefined;
}
