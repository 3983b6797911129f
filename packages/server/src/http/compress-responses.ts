import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context, Middleware, Next } from 'koa';
import { chooseEncoding, type Encoding } from './choose-encoding.js';
import { minBytes } from './kept-body.js';

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

/**
 * Compresses the JSON responses of API routes. This is safe: they contain no secrets, and they need a bearer token, so
 * another site cannot make a browser request them. Pages and OAuth responses are never compressed: if a body contains both
 * a secret and text that an attacker chooses, its compressed size reveals the secret (BREACH).
 */
export function compressResponses(routes: Middleware): Middleware {
  return (ctx, next) => {
    const encoding = chooseEncoding(ctx.req.headers['accept-encoding']);
    return encoding === undefined ? routes(ctx, next) : compressed(ctx, next, { routes, encoding });
  };
}

async function compressed(
  ctx: Context,
  next: Next,
  { routes, encoding }: { routes: Middleware; encoding: Encoding },
): Promise<void> {
  let replied = true;
  await routes(ctx, () => {
    replied = false;
    return next();
  });
  if (replied) await compressJson(ctx, encoding);
}

async function compressJson(ctx: Context, encoding: Encoding): Promise<void> {
  const body: unknown = ctx.body;
  // A stream is sent as it is read. Compression would delay its rows.
  if (!isPlainObject(body) || ctx.method === 'HEAD' || ctx.response.is('json') !== 'json') return;
  const text = JSON.stringify(body);
  if (text.length < minBytes && Buffer.byteLength(text) < minBytes) return;
  ctx.vary('Accept-Encoding');
  ctx.set('Content-Encoding', encoding);
  ctx.body = await compress(text, encoding);
}

/** Compresses the body of one response. */
export function compress(text: string, encoding: Encoding): Promise<Buffer> {
  // At quality 4 Brotli is as fast as gzip, and its output is smaller.
  return encoding === 'gzip' ? gzipAsync(text) : brotliAsync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}

function isPlainObject(body: unknown): body is object {
  if (typeof body !== 'object' || body === null) return false;
  const prototype: unknown = Object.getPrototypeOf(body);
  return prototype === Object.prototype || prototype === null || Array.isArray(body);
}
