import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { Context, Middleware, Next } from 'koa';

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

/** Compresses the body of one response. At quality 4 Brotli is as fast as gzip, and its output is smaller. */
export function compress(text: string, encoding: Encoding, quality = 4): Promise<Buffer> {
  return encoding === 'gzip'
    ? gzipAsync(text)
    : brotliAsync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

function isPlainObject(body: unknown): body is object {
  if (typeof body !== 'object' || body === null) return false;
  const prototype: unknown = Object.getPrototypeOf(body);
  return prototype === Object.prototype || prototype === null || Array.isArray(body);
}

export type Encoding = 'br' | 'gzip';

/**
 * Returns the supported encoding that a client prefers (RFC 9110 §12.5.3), or undefined if the body is sent as it is.
 * Koa's `acceptsEncodings` takes the first of equal weights in the header, and browsers list gzip before Brotli.
 */
export function chooseEncoding(accepted: string | string[] | undefined): Encoding | undefined {
  // Node joins repeated headers, so this is never an array, whatever its type says.
  if (typeof accepted !== 'string' || accepted === '') return undefined;
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',', 20)) {
    const [name = '', ...parameters] = part.split(';');
    const weight = parameters.map((text) => /^\s*q=([\d.]+)\s*$/u.exec(text)?.[1]).find((found) => found !== undefined);
    weights.set(name.trim(), weight === undefined ? 1 : Number(weight));
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const [br, gzip] = [weightOf('br'), weightOf('gzip')];
  // Brotli is smaller, so it wins a tie.
  const [chosen, weight] = br >= gzip ? (['br', br] as const) : (['gzip', gzip] as const);
  return weight > 0 && weight >= (weights.get('identity') ?? 0) ? chosen : undefined;
}

/** The smallest body that is compressed. A smaller response fits into one packet anyway. */
export const minBytes = 1024;

/** A body that is the same for every caller. */
export interface KeptBody {
  readonly text: string;
  readonly bytes: number;
  /** The body in an encoding, or undefined if it is too small for one. */
  encoded(encoding: Encoding | undefined): Buffer | undefined;
}

/** Keeps a text, and each encoding of it after its first use. */
export function keptBody(text: string): KeptBody {
  const encodings = new Map<Encoding, Buffer>();
  const bytes = Buffer.byteLength(text);
  return {
    text,
    bytes,
    encoded: (encoding) => {
      if (encoding === undefined || bytes < minBytes) return undefined;
      const known = encodings.get(encoding) ?? compressOnce(text, encoding);
      encodings.set(encoding, known);
      return known;
    },
  };
}

// Runs once per body, so it may take some ten milliseconds for the smallest result.
function compressOnce(text: string, encoding: Encoding): Buffer {
  if (encoding === 'gzip') return gzipSync(text, { level: 9 });
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
}
