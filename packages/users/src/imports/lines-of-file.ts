import { refusedLine } from '../import/read-line.js';
import { peek } from '../import-formats/byte-lines.js';
import { decodeBytes, decodeMarked, type Encoding } from '../import-formats/decode-bytes.js';
import { ImportFileError } from '../import-formats/entries.js';
import type { ImportFormat } from '../import-formats/import-format.js';
import { looksLike } from '../import-formats/looks-like.js';
import type { ReadOptions } from '../import-formats/read-people.js';

interface FileForm extends Omit<ReadOptions, 'onLeftOut'> {
  readonly format: ImportFormat;
  readonly encoding?: Encoding | undefined;
  /** Called once for everything that cannot be carried over. */
  onNote(note: string): void;
}

const emptyLine = Buffer.from('\n');
/** Enough for the first person of every system. */
const peeked = 4096;

/**
 * Turns a file into the lines of an import, as it is read. They keep their numbers. Throws ImportFileError if it looks like the
 * file of another system than the format says, or if there is nobody in it.
 */
export async function* linesOfFile(
  stream: AsyncIterable<Uint8Array>,
  { format, encoding = 'utf8', onNote, ...options }: FileForm,
): AsyncGenerator<Uint8Array> {
  const decoded = encoding === 'utf8' ? decodeMarked(stream) : decodeBytes(stream, encoding);
  const { start, whole } = await peek(decoded, peeked);
  const likely = looksLike(start);
  if (likely !== undefined && likely !== format)
    throw new ImportFileError(`The file looks like one of the form "${likely}": use --from ${likely}.`);
  if (format === 'native') {
    for await (const chunk of whole) yield Buffer.from(chunk);
    return;
  }
  yield* otherLines(whole, { format, onNote, ...options });
}

/** The lines of the export of another system. */
async function* otherLines(
  stream: AsyncIterable<Uint8Array | string>,
  { format, onNote, ...options }: Omit<FileForm, 'encoding'>,
): AsyncGenerator<Uint8Array> {
  const { readPeople } = await import('../import-formats/read-people.js');
  const leftOut = new Map<string, number>();
  const onLeftOut = (provider: string) => void leftOut.set(provider, (leftOut.get(provider) ?? 0) + 1);
  let next = 1;
  let entries = 0;
  for await (const { line, person, problem, notes } of readPeople(format, stream, { ...options, onLeftOut })) {
    entries += 1;
    for (const note of notes) onNote(note);
    for (; next < line; next += 1) yield emptyLine;
    if (person === undefined && !problem) continue;
    const bytes = problem
      ? refusedLine({ field: problem.field ?? '', reason: problem.reason })
      : Buffer.from(JSON.stringify(person));
    yield Buffer.concat([bytes, emptyLine]);
    next += 1;
  }
  if (entries === 0) throw new ImportFileError(`There is nobody in the file in the form "${format}". Is --from right?`);
  for (const [provider, count] of leftOut)
    onNote(`${count} links to "${provider}" were left out: this provider is not configured here.`);
}
