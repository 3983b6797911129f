import { readAuth0 } from './auth0-people.js';
import { betterAuthEntries, readBetterAuth } from './better-auth-people.js';
import { jsonLines, peek } from './byte-lines.js';
import { checkClerkHeader, readClerk } from './clerk-people.js';
import { readCognito } from './cognito-people.js';
import { checkCsvHeader, readCsv } from './csv-people.js';
import { csvRows } from './csv-rows.js';
import { type ByteStream, type Entry, type LineProblem, PersonProblem } from './entries.js';
import { type FirebaseParameters, readFirebase } from './firebase-people.js';
import type { ImportFormat } from './import-format.js';
import { arrayEntries, listedEntries } from './json-entries.js';
import { readKeycloak } from './keycloak-people.js';
import { readLogto } from './logto-people.js';
import type { Notes } from './person-fields.js';
import { readSupabase, supabaseEntries } from './supabase-people.js';

export { ImportFileError } from './entries.js';

export interface ReadOptions {
  /** The hash parameters of the project that a file of Firebase comes from. */
  readonly firebase?: FirebaseParameters | undefined;
  /** The names of the configured providers. Links to others are left out with a note. Without the list, all are kept. */
  readonly providers?: readonly string[] | undefined;
  /** Called for each link that is left out, with the name of its provider. */
  readonly onLeftOut?: ((provider: string) => void) | undefined;
}

/** A line of a file: a person in the native form, or what is wrong. A line with neither is left out. */
export interface ReadLine {
  /** From 1: the line of the file, or the place in its list. */
  readonly line: number;
  readonly person?: unknown;
  readonly problem?: LineProblem;
  /** What cannot be carried over, each said once in a file. */
  readonly notes: readonly string[];
}

interface Reader {
  entries(bytes: ByteStream): AsyncIterable<Entry>;
  person(value: unknown, notes: Notes, options: ReadOptions): unknown;
}

/** `users` of an object, or of each object of an array: an export of Keycloak may have several realms. */
const isUsers = (path: readonly unknown[]) =>
  path.at(-1) === 'users' && (path.length === 1 || (path.length === 2 && typeof path[0] === 'number'));

async function* cognitoEntries(bytes: ByteStream): AsyncGenerator<Entry> {
  const { start, whole } = await peek(bytes);
  if (start.startsWith('{')) yield* arrayEntries(whole, (path) => path.length === 1 && path[0] === 'Users');
  else yield* csvRows(whole, () => undefined);
}

const readers: Readonly<Record<ImportFormat, Reader>> = {
  native: { entries: jsonLines, person: (value) => value },
  auth0: { entries: listedEntries, person: readAuth0 },
  keycloak: { entries: (bytes) => arrayEntries(bytes, isUsers), person: readKeycloak },
  cognito: { entries: cognitoEntries, person: readCognito },
  firebase: { entries: (bytes) => arrayEntries(bytes, isUsers), person: readFirebase },
  logto: { entries: listedEntries, person: readLogto },
  'better-auth': { entries: betterAuthEntries, person: readBetterAuth },
  clerk: { entries: (bytes) => csvRows(bytes, checkClerkHeader), person: readClerk },
  supabase: { entries: supabaseEntries, person: readSupabase },
  csv: { entries: (bytes) => csvRows(bytes, checkCsvHeader), person: readCsv },
};

/**
 * Reads the people of a file, one at a time, as objects in the native form; `importPerson` validates them. Throws
 * ImportFileError if the file itself cannot be read.
 */
export async function* readPeople(
  format: ImportFormat,
  bytes: ByteStream,
  options: ReadOptions = {},
): AsyncGenerator<ReadLine> {
  const { entries, person } = readers[format];
  const said = new Set<string>();
  for await (const entry of entries(bytes)) {
    const fresh: string[] = [];
    const notes: Notes = {
      add(note) {
        if (!said.has(note)) fresh.push(note);
        said.add(note);
      },
      leftOut: (provider) => options.onLeftOut?.(provider),
    };
    const { line } = entry;
    if ('problem' in entry) yield { line, problem: entry.problem, notes: [] };
    else yield { line, ...readOne(() => person(entry.value, notes, options)), notes: fresh };
  }
}

function readOne(read: () => unknown): Pick<ReadLine, 'person' | 'problem'> {
  try {
    const person = read();
    return person === undefined ? {} : { person };
  } catch (error) {
    if (!(error instanceof PersonProblem)) throw error;
    return { problem: { field: error.field, reason: error.reason } };
  }
}
