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

/**
 * Cuts a stream into chunks of whole lines. No more than a chunk is in memory, and its bytes change with the next one. A line
 * that is too long is not kept.
 */
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

/** Collects the lines of a chunk in one buffer, which it uses again for the next one. */
function createReader() {
  const buffer = Buffer.allocUnsafe(maxChunkBytes + 1 + maxLineBytes);
  let firstLine = 1;
  let lines = 0;
  /** The bytes of the lines that have ended. */
  let used = 0;
  /** The length of the line that is being read. */
  let length = 0;
  const lineStart = () => (lines === 0 ? 0 : used + 1);
  return {
    add(part: Uint8Array): void {
      length += part.length;
      // The rest of a line that is too long is not kept.
      if (length <= maxLineBytes) buffer.set(part, lineStart() + length - part.length);
    },
    endLine(): void {
      const start = lineStart();
      if (length > maxLineBytes) buffer.set(tooLongLine, start);
      if (lines > 0) buffer[used] = newLine;
      used = start + (length > maxLineBytes ? tooLongLine.length : length);
      lines += 1;
      length = 0;
    },
    hasPart: () => length > 0,
    isEmpty: () => lines === 0,
    isFull: () => lines >= maxLines || used >= maxChunkBytes,
    take(): LineChunk {
      const chunk = { firstLine, lines, bytes: buffer.subarray(0, used) };
      firstLine += lines;
      lines = 0;
      used = 0;
      return chunk;
    },
  };
}
