import { CatalogueLine, catalogueStart } from './catalogue-line.js';

const newline = 0x0a;
/** Far more than a tenant with its subscriptions needs. */
const maxLineBytes = 16 * 1024 * 1024;

/** The catalogue at the front of a file, and the rest of it. */
interface SplitFile {
  readonly lines: CatalogueLine[];
  /** The lines of the catalogue are empty in it, so the others keep their numbers. */
  readonly rest: AsyncIterable<Uint8Array>;
}

/** Takes the catalogue off the front of a file. Throws an error with the number of a line that is not valid. */
export async function splitCatalogue(bytes: AsyncIterable<Uint8Array>): Promise<SplitFile> {
  const iterator = bytes[Symbol.asyncIterator]();
  const lines: CatalogueLine[] = [];
  let buffer: Buffer = Buffer.alloc(0);
  let ended = false;
  while (mayBegin(buffer)) {
    const end = ended && buffer.length > 0 ? endOf(buffer, buffer.length) : endOf(buffer, -1);
    if (end !== -1 && buffer.length >= catalogueStart.length) {
      lines.push(readLine(buffer.subarray(0, end), lines.length + 1));
      buffer = buffer.subarray(end + 1);
      continue;
    }
    if (ended) break;
    if (buffer.length > maxLineBytes) throw new Error(`The catalogue in line ${lines.length + 1} is too long.`);
    const next = await iterator.next();
    ended = next.done === true;
    if (!next.done) buffer = Buffer.concat([buffer, next.value]);
  }
  const front = Buffer.concat([Buffer.alloc(lines.length, newline), buffer]);
  return { lines, rest: { [Symbol.asyncIterator]: () => restOf(front, iterator) } };
}

/** Whether the bytes begin a line of the catalogue, as far as they are known. */
const mayBegin = (bytes: Buffer) =>
  bytes.subarray(0, catalogueStart.length).toString() === catalogueStart.slice(0, bytes.length);

function endOf(bytes: Buffer, otherwise: number): number {
  const end = bytes.indexOf(newline);
  return end === -1 ? otherwise : end;
}

function readLine(bytes: Buffer, line: number): CatalogueLine {
  const parsed = CatalogueLine.safeParse(parse(bytes));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`The catalogue in line ${line} is not valid: ${issue?.path.join('.')} ${issue?.message}.`);
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

async function* restOf(front: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (front.length > 0) yield front;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
