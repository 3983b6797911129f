import { Readable } from 'node:stream';
import { decodeBytes } from './decode-bytes.js';
import { type ByteStream, type Entry, ImportFileError } from './entries.js';

/** Far more than a person needs. */
const maxRowCharacters = 1_048_576;

/**
 * The rows of a CSV file as objects by the names in its first line. `line` is the last line of a row: a quoted field may have
 * line breaks.
 */
export async function* csvRows(
  bytes: ByteStream,
  checkHeader: (names: readonly string[]) => void,
): AsyncGenerator<Entry> {
  const { CsvError, parse } = await import('csv-parse');
  const skipped: Entry[] = [];
  const parser = parse({
    bom: true,
    columns: (names: string[]) => {
      const trimmed = names.map((name) => name.trim());
      checkHeader(trimmed);
      return trimmed;
    },
    info: true,
    max_record_size: maxRowCharacters,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      const line = Number(error?.['lines'] ?? 0);
      skipped.push({
        line,
        problem: { field: null, reason: 'The line is not CSV with the fields of the first line.' },
      });
      return undefined;
    },
  });
  const source = Readable.from(decodeBytes(bytes));
  source.on('error', (error) => parser.destroy(error));
  try {
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<Row>) {
      // The parser is ahead of this loop.
      while (skipped[0] && skipped[0].line < info.lines) yield skipped.shift() as Entry;
      yield { line: info.lines, value: record };
    }
  } catch (error) {
    // Its messages have parts of the file in them.
    if (error instanceof CsvError) throw new ImportFileError('The file is not valid CSV.');
    throw error;
  }
  yield* skipped;
}

interface Row {
  readonly record: Readonly<Record<string, string>>;
  readonly info: { readonly lines: number };
}
