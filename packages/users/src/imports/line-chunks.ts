import { IdentityError } from '@org/identity-core';
import { maxLineBytes, tooLongLine } from '../import/read-line.js';

/** The largest import, in bytes. */
export const maxImportBytes = 1024 ** 3;
/** One transaction imports so many people at most. */
const maxLines = 50;
const maxChunkBytes = 64 * 1024;
const newLine = 10;

/** Whole lines of an import, joined by line ends. */
export interface LineChunk {
  /** The number of the first line, counted from 1. */
  readonly firstLine: number;
  readonly lines: number;
  readonly bytes: Buffer;
}

/** Cuts a stream into chunks of whole lines. No more than a chunk is in memory; a line that is too long is not kept. */
export async function* chunksOf(
  stream: AsyncIterable<Uint8Array>,
  { maxBytes = maxImportBytes } = {},
): AsyncGenerator<LineChunk> {
  const reader = createReader();
  let size = 0;
  for await (const piece of stream) {
    size += piece.length;
    if (size > maxBytes)
      throw new IdentityError('PAYLOAD_TOO_LARGE', `An import has at most ${maxBytes / 1024 ** 2} MB. Split the file.`);
    let from = 0;
    for (let end = piece.indexOf(newLine); end !== -1; end = piece.indexOf(newLine, from)) {
      reader.add(piece.subarray(from, end));
      reader.endLine();
      from = end + 1;
      if (reader.isFull()) yield reader.take();
    }
    reader.add(piece.subarray(from));
  }
  if (reader.hasPart()) reader.endLine();
  if (!reader.isEmpty()) yield reader.take();
}

/** The lines of a chunk. */
export function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let from = 0; from <= bytes.length; ) {
    const end = bytes.indexOf(newLine, from);
    lines.push(bytes.subarray(from, end === -1 ? bytes.length : end));
    from = end === -1 ? bytes.length + 1 : end + 1;
  }
  return lines;
}

function createReader() {
  let firstLine = 1;
  let lines: Uint8Array[] = [];
  let bytes = 0;
  let parts: Uint8Array[] = [];
  let length = 0;
  return {
    add(part: Uint8Array): void {
      if (part.length === 0) return;
      length += part.length;
      if (length > maxLineBytes) parts = [];
      // A copy: the stream may use its buffer again.
      else parts.push(Buffer.from(part));
    },
    endLine(): void {
      const line = length > maxLineBytes ? tooLongLine : Buffer.concat(parts);
      lines.push(line);
      bytes += line.length;
      parts = [];
      length = 0;
    },
    hasPart: () => length > 0,
    isEmpty: () => lines.length === 0,
    isFull: () => lines.length >= maxLines || bytes >= maxChunkBytes,
    take(): LineChunk {
      const separated = lines.flatMap((line, index) => (index === 0 ? [line] : [Buffer.of(newLine), line]));
      const chunk = { firstLine, lines: lines.length, bytes: Buffer.concat(separated) };
      firstLine += lines.length;
      lines = [];
      bytes = 0;
      return chunk;
    },
  };
}
