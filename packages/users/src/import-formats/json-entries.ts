import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { jsonLines, peek } from './byte-lines.js';
import { decodeBytes } from './decode-bytes.js';
import { type ByteStream, type Entry, ImportFileError } from './entries.js';

type Path = readonly (string | number | null)[];

/**
 * The entries of an array in a large JSON document, one at a time: never more than one of them is in memory. `isList` says
 * which array it is by the path to it. The entries are counted from 1, because such a file may be one line.
 */
export async function* arrayEntries(bytes: ByteStream, isList: (path: Path) => boolean): AsyncGenerator<Entry> {
  // Only the command needs these.
  const { pick } = await import('stream-json/filters/pick.js');
  const { streamValues } = await import('stream-json/streamers/stream-values.js');
  const values = streamValues.asStream();
  const filter = (path: Path) => typeof path.at(-1) === 'number' && isList(path.slice(0, -1));
  const failed = pipeline(Readable.from(decodeBytes(bytes)), pick.withParserAsStream({ filter }), values);
  // The error also ends the loop below, which throws it.
  failed.catch(() => undefined);
  let line = 0;
  try {
    for await (const { value } of values as AsyncIterable<{ value: unknown }>) {
      line += 1;
      yield { line, value };
    }
    await failed;
  } catch (error) {
    if (error instanceof ImportFileError) throw error;
    throw new ImportFileError(`The file is not valid JSON after ${line} entries.`, { cause: error });
  }
}

/** The same for a file that is an array, or has one value in each line. */
export async function* listedEntries(bytes: ByteStream): AsyncGenerator<Entry> {
  const { start, whole } = await peek(bytes);
  if (start.startsWith('[')) yield* arrayEntries(whole, (path) => path.length === 0);
  else yield* jsonLines(whole);
}
