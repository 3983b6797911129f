import type { ByteStream, Entry } from './entries.js';

const newline = 0x0a;
/** Far more than a person needs. */
const maxLineBytes = 1_048_576;
const tooLong = { field: null, reason: 'The line has more than 1 MB.' };

/** The values of a file with one JSON value in each line. A line that is too long is skipped without storing it. */
export async function* jsonLines(bytes: ByteStream): AsyncGenerator<Entry> {
  let line = 1;
  let parts: Buffer[] = [];
  let length = 0;
  const take = (): Entry | undefined => {
    const entry = length > maxLineBytes ? { line, problem: tooLong } : parseLine(line, Buffer.concat(parts));
    line += 1;
    parts = [];
    length = 0;
    return entry;
  };
  const add = (part: Buffer) => {
    length += part.length;
    if (length > maxLineBytes) parts = [];
    else parts.push(part);
  };
  for await (const chunk of bytes) {
    const buffer = Buffer.from(chunk);
    let start = 0;
    for (let end = buffer.indexOf(newline); end !== -1; end = buffer.indexOf(newline, start)) {
      add(buffer.subarray(start, end));
      start = end + 1;
      const entry = take();
      if (entry) yield entry;
    }
    if (start < buffer.length) add(buffer.subarray(start));
  }
  const last = take();
  if (last) yield last;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function parseLine(line: number, bytes: Buffer): Entry | undefined {
  try {
    const text = decoder.decode(bytes).trim();
    return text === '' ? undefined : { line, value: JSON.parse(text) as unknown };
  } catch {
    return { line, problem: { field: null, reason: 'The line is not JSON in UTF-8.' } };
  }
}

/** Returns how the text of a stream begins, without white space, and the whole stream again. */
export async function peek(bytes: ByteStream, peeked = 200): Promise<{ start: string; whole: ByteStream }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const seen: Buffer[] = [];
  let start = '';
  while (start.length < peeked) {
    const { value, done } = await iterator.next();
    if (done) break;
    seen.push(Buffer.from(value));
    start = Buffer.concat(seen)
      .toString('utf8')
      .replace(/^\uFEFF/u, '')
      .trimStart()
      .slice(0, peeked);
  }
  return { start, whole: { [Symbol.asyncIterator]: () => again(seen, iterator) } };
}

async function* again(seen: readonly Buffer[], rest: AsyncIterator<Uint8Array | string>) {
  yield* seen;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
