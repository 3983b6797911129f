import type { Context, Middleware } from 'koa';
import { paths } from './provider/paths.js';

// The same for everybody, until keys change.
const constant = new Set<string>([paths.discovery, paths.metadata, paths.jwks]);
const keptMilliseconds = 1_000;

interface Answer {
  readonly headers: Record<string, string>;
  readonly body: Buffer;
  readonly until: number;
}

/** Keeps the answers that are the same for everybody for a second, so that the library makes each once in a second. */
export function constantAnswers(): { answer: Middleware; keep: Middleware; forget(): void } {
  const answers = new Map<string, Answer>();
  return {
    forget: () => answers.clear(),
    /** In front of everything but the log. */
    answer: (ctx, next) => {
      const kept = answers.get(ctx.path);
      if (!kept || kept.until < performance.now() || !isPlain(ctx)) return next();
      ctx.set(kept.headers);
      ctx.body = kept.body;
      return Promise.resolve();
    },
    /** Around the library. */
    keep: async (ctx, next) => {
      await next();
      if (!constant.has(ctx.path) || ctx.status !== 200 || !isPlain(ctx) || ctx.method !== 'GET') return;
      const headers = Object.fromEntries(
        Object.entries(ctx.response.headers).flatMap(([name, value]) =>
          name === 'x-request-id' || name === 'content-length' || typeof value !== 'string' ? [] : [[name, value]],
        ),
      );
      const body = Buffer.from(JSON.stringify(ctx.body));
      answers.set(ctx.path, { headers, body, until: performance.now() + keptMilliseconds });
    },
  };
}

/** Another site gets headers of its own, and what carries a query is left to the library. */
function isPlain(ctx: Context): boolean {
  return (ctx.method === 'GET' || ctx.method === 'HEAD') && ctx.get('origin') === '' && ctx.querystring === '';
}
