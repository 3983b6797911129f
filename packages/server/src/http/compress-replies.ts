import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context, Middleware, Next } from 'koa';
import { chooseEncoding, type Encoding } from './choose-encoding.js';
import { leastBytes } from './kept-body.js';

const byGzip = promisify(gzip);
const byBrotli = promisify(brotliCompress);

/**
 * Compresses the JSON that routes reply. They hold no secrets, and no other site can make a browser call them with its
 * user's rights, since those come by bearer token. Pages and OAuth responses do not pass here: they stay as they are,
 * because the size of a compressed body tells about a secret that stands beside text of somebody else's choice.
 */
export function compressReplies(routes: Middleware): Middleware {
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
  // A stream is sent as it is read: compressing it would hold rows back.
  if (!isPlainObject(body) || ctx.method === 'HEAD' || ctx.response.is('json') !== 'json') return;
  const text = JSON.stringify(body);
  if (text.length < leastBytes && Buffer.byteLength(text) < leastBytes) return;
  ctx.vary('Accept-Encoding');
  ctx.set('Content-Encoding', encoding);
  ctx.body = await compress(text, encoding);
}

/** Compresses a text that was made for one request. */
export function compress(text: string, encoding: Encoding): Promise<Buffer> {
  // As fast as gzip, and smaller.
  return encoding === 'gzip' ? byGzip(text) : byBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}

function isPlainObject(body: unknown): body is object {
  if (typeof body !== 'object' || body === null) return false;
  const prototype: unknown = Object.getPrototypeOf(body);
  return prototype === Object.prototype || prototype === null || Array.isArray(body);
}
