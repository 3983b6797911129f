import { ImportFileError } from './entries.js';
import type { Notes } from './person-fields.js';

const texts = ['email', 'externalId', 'displayName', 'givenName', 'familyName', 'locale', 'zoneinfo', 'createdAt'];
const flags = ['emailVerified', 'disabled'];
const others = ['passwordHash', 'passwordAlgorithm', 'totpSecret', 'tenant', 'role'];
const columns = new Set([...texts, ...flags, ...others]);

/** Checks the names in the first line of a CSV file in our own form. */
export function checkCsvHeader(names: readonly string[]): void {
  if (!names.includes('email')) throw new ImportFileError('The first line has no column "email".');
  const unknown = names.find((name) => !columns.has(name));
  if (unknown !== undefined)
    throw new ImportFileError(
      `The column "${unknown.slice(0, 60)}" is not known. Known are: ${[...columns].join(', ')}.`,
    );
}

/** A row of a CSV file in our own form: the fields of a person, and one membership at most. Empty fields are absent. */
export function readCsv(value: unknown, _notes: Notes): Record<string, unknown> {
  const row = value as Readonly<Record<string, string | undefined>>;
  const person: Record<string, unknown> = {};
  for (const name of [...texts, 'totpSecret']) if (row[name]) person[name] = row[name];
  // A text that is neither of the two stays, and is an error of the field.
  for (const name of flags) if (row[name]) person[name] = booleans[row[name].toLowerCase()] ?? row[name];
  const { passwordHash: hash, passwordAlgorithm, tenant, role } = row;
  if (hash) person['password'] = { algorithm: passwordAlgorithm || algorithmOf(hash), hash };
  if (tenant || role) person['memberships'] = [{ tenant, role: role || undefined }];
  return person;
}

const booleans: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  1: true,
  false: false,
  no: false,
  0: false,
};

function algorithmOf(hash: string): string {
  if (hash.startsWith('$argon2')) return 'argon2';
  if (hash.startsWith('$2')) return 'bcrypt';
  if (hash.startsWith('{')) return 'ssha';
  if (hash.startsWith('$P$') || hash.startsWith('$H$')) return 'phpass';
  if (hash.startsWith('argon2$')) return 'argon2';
  return hash.startsWith('$pbkdf2') || hash.startsWith('pbkdf2_') ? 'pbkdf2' : 'scrypt';
}
