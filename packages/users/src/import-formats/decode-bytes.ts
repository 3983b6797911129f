import { isUtf8 } from 'node:buffer';
import { type ByteStream, ImportFileError } from './entries.js';

/** What a file is written in, besides UTF-8 and UTF-16. */
export const encodings = ['utf8', 'latin1'] as const;
export type Encoding = (typeof encodings)[number];

/** `latin1` is Windows-1252, as in every browser: what "ANSI" files of Excel are written in. */
const labels = { utf8: 'utf-8', latin1: 'windows-1252', utf16le: 'utf-16le', utf16be: 'utf-16be' } as const;
const newline = 0x0a;

/**
 * The bytes of a file in UTF-8. A file in UTF-16 says so with its first two bytes. Throws ImportFileError at the first byte
 * that is neither: a damaged name would be stored, and nobody would notice.
 */
export async function* decodeBytes(bytes: ByteStream, encoding: Encoding = 'utf8'): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined;
  let line = 1;
  for await (const chunk of atLeastTwo(bytes)) {
    decoder ??= new TextDecoder(labels[markOf(chunk) ?? encoding], { fatal: true });
    const text = decode(decoder, chunk, line);
    line += chunk.filter((byte) => byte === newline).length;
    if (text !== '') yield Buffer.from(text);
  }
  const rest = decoder ? decode(decoder, undefined, line) : '';
  if (rest !== '') yield Buffer.from(rest);
}

/** The same for a file whose lines are checked one by one later: what is not UTF-16 stays as it is. */
export async function* decodeMarked(bytes: ByteStream): AsyncGenerator<Buffer> {
  const chunks = atLeastTwo(bytes);
  const first = await chunks.next();
  if (first.done) return;
  const whole = again(first.value, chunks);
  yield* markOf(first.value) ? decodeBytes(whole) : whole;
}

async function* again(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

/** The chunks of a file. The first one has the two bytes of the mark, if the file has as many. */
async function* atLeastTwo(bytes: ByteStream): AsyncGenerator<Buffer> {
  let start = Buffer.alloc(0);
  let begun = false;
  for await (const chunk of bytes) {
    const buffer = Buffer.concat([start, Buffer.from(chunk)]);
    start = begun || buffer.length >= 2 ? Buffer.alloc(0) : buffer;
    begun ||= buffer.length >= 2;
    if (begun) yield buffer;
  }
  if (start.length > 0) yield start;
}

function markOf([first, second]: Buffer): 'utf16le' | 'utf16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf16le';
  return first === 0xfe && second === 0xff ? 'utf16be' : undefined;
}

function decode(decoder: TextDecoder, chunk: Buffer | undefined, line: number): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    const place = line + (chunk ? linesBefore(chunk) : 0);
    throw new ImportFileError(
      `The file is neither UTF-8 nor UTF-16: see line ${place}. Save it as UTF-8, or give --encoding latin1.`,
    );
  }
}

/** How many whole lines of the chunk are UTF-8 before the first that is not. */
function linesBefore(chunk: Buffer): number {
  let lines = 0;
  for (let from = 0; ; lines += 1) {
    const end = chunk.indexOf(newline, from);
    // The first line may begin in the middle of a character.
    const whole = chunk.subarray(from, end === -1 ? chunk.length : end);
    if (end === -1 || !isUtf8(from === 0 ? afterCharacter(whole) : whole)) return lines;
    from = end + 1;
  }
}

function afterCharacter(bytes: Buffer): Buffer {
  const start = bytes.findIndex((byte) => (byte & 0xc0) !== 0x80);
  return bytes.subarray(start === -1 ? bytes.length : start);
}
