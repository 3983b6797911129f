import { refusedLine } from '../import/read-line.js';
import type { ImportFormat, ReadOptions } from '../import-formats/read-people.js';

/** The exports of other systems that the command reads. */
export type PeopleFormat = Exclude<ImportFormat, 'native'>;

interface OtherFormat extends ReadOptions {
  readonly format: PeopleFormat;
  /** Called once for everything that cannot be carried over. */
  onNote(note: string): void;
}

const emptyLine = Buffer.from('\n');

/** Turns the export of another system into the lines of an import, as it is read. They keep their numbers. */
export async function* linesOfFormat(
  stream: AsyncIterable<Uint8Array>,
  { format, onNote, ...options }: OtherFormat,
): AsyncGenerator<Uint8Array> {
  const { readPeople } = await import('../import-formats/read-people.js');
  let next = 1;
  for await (const { line, person, problem, notes } of readPeople(format, stream, options)) {
    for (const note of notes) onNote(note);
    for (; next < line; next += 1) yield emptyLine;
    if (person === undefined && !problem) continue;
    const bytes = problem
      ? refusedLine({ field: problem.field ?? '', reason: problem.reason })
      : Buffer.from(JSON.stringify(person));
    yield Buffer.concat([bytes, emptyLine]);
    next += 1;
  }
}
