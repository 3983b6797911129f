import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Encoding } from './choose-encoding.js';

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
      const known = encodings.get(encoding) ?? compress(text, encoding);
      encodings.set(encoding, known);
      return known;
    },
  };
}

// Runs once per body, so it may take some ten milliseconds for the smallest result.
function compress(text: string, encoding: Encoding): Buffer {
  if (encoding === 'gzip') return gzipSync(text, { level: 9 });
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
}
