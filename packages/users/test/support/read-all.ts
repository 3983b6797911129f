import { verifyPassword } from '../../src/credentials/password-hash.js';
import { ForeignPassword, storedHashOf } from '../../src/foreign-passwords/stored-hash.js';
import type { ImportFormat } from '../../src/import-formats/import-format.js';
import { type ReadLine, type ReadOptions, readPeople } from '../../src/import-formats/read-people.js';

/** A stream of a text in chunks of a few bytes, which split characters and lines. */
export async function* chunksOf(text: string, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

/** All lines of a file. */
export async function readAll(format: ImportFormat, text: string, options?: ReadOptions): Promise<ReadLine[]> {
  const lines: ReadLine[] = [];
  for await (const line of readPeople(format, chunksOf(text), options)) lines.push(line);
  return lines;
}

/** The people of a file without their passwords, and the notes. */
export async function readFile(format: ImportFormat, text: string, options?: ReadOptions) {
  const lines = await readAll(format, text, options);
  const people = lines.flatMap(({ person }) => (person === undefined ? [] : [person as Record<string, unknown>]));
  const problems = lines.flatMap(({ line, problem }) => (problem ? [{ line, ...problem }] : []));
  return { lines, people, problems, notes: lines.flatMap(({ notes }) => notes) };
}

/** Whether the hash of a person that was read matches this password. */
export function hasPassword({ password }: Record<string, unknown>, plain: string): Promise<boolean> {
  return verifyPassword(storedHashOf(ForeignPassword.parse(password)), plain);
}
