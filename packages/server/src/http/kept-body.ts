import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Encoding } from './choose-encoding.js';

/** A body from this size on is worth compressing: below, a response fits into one packet anyway. */
export const leastBytes = 1024;

/** A body that is the same for everybody. */
export interface KeptBody {
  readonly text: string;
  readonly bytes: number;
  /** The body in an encoding, or undefined if it is too small for one. */
  encoded(encoding: Encoding | undefined): Buffer | undefined;
}

/** Keeps a text, and each encoding of it from the first time that it is asked for. */
export function keptBody(text: string): KeptBody {
  const encodings = new Map<Encoding, Buffer>();
  const bytes = Buffer.byteLength(text);
  return {
    text,
    bytes,
    encoded: (encoding) => {
      if (encoding === undefined || bytes < leastBytes) return undefined;
      const known = encodings.get(encoding) ?? compress(text, encoding);
      encodings.set(encoding, known);
      return known;
    },
  };
}

// As small as it gets within some ten milliseconds: it is done once.
function compress(text: string, encoding: Encoding): Buffer {
  if (encoding === 'gzip') return gzipSync(text, { level: 9 });
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
}
