import { EnteredEmail, findUnstorableText } from '@org/identity-core';
import { z } from 'zod';
import { LineRefused } from './line-refused.js';
import { ImportedPerson } from './person.js';
import type { Remark } from './remark.js';
import { softenFields } from './soften-fields.js';

/** The longest line, in bytes. Longer ones are refused without being kept. */
export const maxLineBytes = 64 * 1024;
/** Stands for a line that was too long to be kept. No JSON begins with it. */
export const tooLongLine = Buffer.from('\u0001');

/** Stands for a line that could not be read in its own form; the rest of it says why. No JSON begins with it. */
const refusedMark = 2;
const Refused = z.object({ field: z.string().max(100), reason: z.string().max(300) });

/** A line that is refused for a reason that is known already. */
export function refusedLine({ field, reason }: z.output<typeof Refused>): Buffer {
  return Buffer.concat([Buffer.of(refusedMark), Buffer.from(JSON.stringify({ field, reason }))]);
}

// One for all lines: each decoder has memory outside of the heap.
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** What a line says: a person, or why it cannot be read; undefined for an empty line. */
export interface ReadLine {
  readonly email: string | null;
  readonly person?: ImportedPerson;
  readonly refused?: LineRefused;
  /** What of the line was left out, so that the person can come in. */
  readonly remarks: readonly Remark[];
}

/** Reads a line of an import. */
export function readLine(bytes: Uint8Array): ReadLine | undefined {
  if (bytes.length > maxLineBytes || Buffer.compare(bytes, tooLongLine) === 0)
    return refuse(null, '', `The line is longer than ${maxLineBytes / 1024} KB.`);
  let text: string;
  try {
    text = utf8.decode(bytes).trim();
  } catch {
    return refuse(null, '', 'The line is not valid UTF-8.');
  }
  if (text === '') return undefined;
  const isRefused = bytes[0] === refusedMark;
  let value: unknown;
  try {
    value = JSON.parse(isRefused ? text.slice(1) : text);
  } catch {
    // The error of JSON.parse quotes the line, which may contain a hash.
    return refuse(null, '', 'The line is not valid JSON.');
  }
  if (!isRefused) return readPerson(value);
  const { field, reason } = Refused.safeParse(value).data ?? { field: '', reason: 'The line cannot be read.' };
  return refuse(null, fieldOf(field), reason);
}

/** The same for an object that was read already. */
export function readPerson(value: unknown): ReadLine {
  const email = emailOf(value);
  const [unstorable] = findUnstorableText(value);
  if (unstorable) return refuse(email, fieldOf(unstorable.path), unstorable.message);
  const { fields, remarks } = softenFields(value);
  const parsed = ImportedPerson.safeParse(fields);
  if (parsed.success) return { email: parsed.data.email, person: parsed.data, remarks };
  return { email, refused: issueRefusal(parsed.error.issues[0]), remarks: [] };
}

function issueRefusal(issue: z.core.$ZodIssue | undefined): LineRefused {
  const path = issue?.path.join('.') ?? '';
  if (issue?.code === 'unrecognized_keys')
    return new LineRefused(fieldOf([path, issue.keys[0] ?? ''].filter(Boolean).join('.')), 'This field is not known.');
  return new LineRefused(fieldOf(path), issue?.message ?? 'is not valid');
}

/** A field as the report names it. A name that is no name of a field, such as a hash, is left out. */
function fieldOf(path: string): string {
  const isName = (part: string) => part.length <= 32 && /^[a-z0-9][A-Za-z0-9_]*$/u.test(part);
  return path.split('.').every(isName) ? path : '';
}

function emailOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'email')) return null;
  const email = EnteredEmail.safeParse((value as { email: unknown }).email);
  return email.success && findUnstorableText(email.data).length === 0 ? email.data : null;
}

const refuse = (email: string | null, field: string, reason: string): ReadLine => ({
  email,
  refused: new LineRefused(field, reason),
  remarks: [],
});
