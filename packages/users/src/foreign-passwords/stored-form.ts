/**
 * The stored form of a hash of another system: its kind, then its parts in base64, separated by `|`. The kind is the algorithm
 * and everything that decides how long a check takes, e.g. `bcrypt.12`. So an index finds the kinds that are stored. Our own
 * hashes begin with `$argon2id$` and have no kind.
 */
const separator = '|';

/** Writes the stored form. */
export function toStored(kind: readonly (string | number)[], ...parts: readonly (Uint8Array | string)[]): string {
  const texts = parts.map((part) => (typeof part === 'string' ? part : Buffer.from(part).toString('base64url')));
  return [kind.join('.'), ...texts].join(separator);
}

/** A stored hash, or the kind of one. */
export interface StoredForm {
  readonly algorithm: string;
  /** The parameters in the kind. */
  readonly parameters: readonly string[];
  readonly parts: readonly string[];
}

/** Reads the stored form, or a kind alone. */
export function readStored(stored: string): StoredForm {
  const [kind = '', ...parts] = stored.split(separator);
  const [algorithm = '', ...parameters] = kind.split('.');
  return { algorithm, parameters, parts };
}

/** The bytes of a part. */
export const bytesOf = (part: string | undefined): Buffer => Buffer.from(part ?? '', 'base64url');
