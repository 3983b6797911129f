import { createHash, timingSafeEqual } from 'node:crypto';
import { ForeignHashError } from './foreign-hash-error.js';
import { checkSalt, decodeBase64 } from './read-hash.js';
import { bytesOf, type StoredForm, toStored } from './stored-form.js';

const form = /^\{SSHA(256|512)?\}([A-Za-z0-9+/=]{1,400})$/u;
const lengths: Readonly<Record<string, number>> = { sha1: 20, sha256: 32, sha512: 64 };

/**
 * The stored form of a salted SHA hash of a directory (LDAP): `{SSHA}`, `{SSHA256}`, `{SSHA512}` and the base64 of hash and
 * salt. Such a hash is quick to guess: it protects little until the first sign-in replaces it.
 */
export function storeSsha(hash: string): string {
  const [match, size, text] = form.exec(hash) ?? [];
  if (match === undefined) throw new ForeignHashError('This is not a salted SHA hash.');
  const digest = size === undefined ? 'sha1' : `sha${size}`;
  const length = lengths[digest] ?? 0;
  const bytes = decodeBase64(text, 'hash');
  checkSalt(bytes.subarray(length));
  return toStored(['ssha', digest], bytes.subarray(length), bytes.subarray(0, length));
}

/** The inverse of `storeSsha`, for an export. */
export function sshaOf({ parameters: [digest = ''], parts: [salt, key] }: StoredForm): string {
  const size = digest === 'sha1' ? '' : digest.slice(3);
  return `{SSHA${size}}${Buffer.concat([bytesOf(key), bytesOf(salt)]).toString('base64')}`;
}

/** Checks a password. */
export async function verifySsha({ parameters: [digest = ''], parts: [salt, key] }: StoredForm, password: string) {
  return timingSafeEqual(derive(digest, password, bytesOf(salt)), bytesOf(key));
}

/** Does the work of a check. */
export async function imitateSsha({ parameters: [digest = ''] }: StoredForm): Promise<void> {
  derive(digest, 'imitated', Buffer.from('salt'));
}

const derive = (digest: string, password: string, salt: Buffer) =>
  createHash(digest).update(password).update(salt).digest();
