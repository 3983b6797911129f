import { pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { bounds } from './cost-bounds.js';
import { ForeignHashError } from './foreign-hash-error.js';
import { checkKey, checkSalt, decodeBase64, onlyParameters, readNumber, readPhc } from './read-hash.js';
import { bytesOf, type StoredForm, toStored } from './stored-form.js';

const digestOf = new Map([
  ['pbkdf2', 'sha1'],
  ['pbkdf2-sha1', 'sha1'],
  ['pbkdf2-sha256', 'sha256'],
  ['pbkdf2-sha512', 'sha512'],
]);
const bytesOfDigest: Readonly<Record<string, number>> = { sha1: 20, sha256: 32, sha512: 64 };

/** The stored form of a PBKDF2 hash: `$pbkdf2-sha256$i=600000$salt$hash`, also with the rounds without `i=`. */
export function storePbkdf2(hash: string): string {
  const phc = readPhc(hash);
  const digest = digestOf.get(phc.id);
  if (digest === undefined) throw new ForeignHashError('This is not a PBKDF2 hash with SHA-1, SHA-256 or SHA-512.');
  if (phc.plain === undefined) onlyParameters(phc, ['i', 'l']);
  const rounds = readNumber(phc.plain ?? phc.parameters['i'], {
    what: 'the rounds of PBKDF2',
    max: bounds.pbkdf2Rounds,
  });
  const salt = decodeBase64(phc.salt, 'salt');
  const key = decodeBase64(phc.hash, 'hash');
  checkSalt(salt);
  checkKey(key);
  return toStored(['pbkdf2', digest, rounds], salt, key);
}

/** Checks a password. */
export async function verifyPbkdf2(
  { parameters: [digest = '', rounds], parts: [salt, key] }: StoredForm,
  password: string,
) {
  // The blocks of a longer key are independent of each other. The first one is as hard to guess as all of them, and each
  // further one would cost all rounds again.
  const expected = bytesOf(key).subarray(0, bytesOfDigest[digest]);
  const derived = await derive(password, bytesOf(salt), Number(rounds), expected.length, digest);
  return timingSafeEqual(derived, expected);
}

/** Does the work of a check. */
export async function imitatePbkdf2({ parameters: [digest = '', rounds] }: StoredForm): Promise<void> {
  await derive('imitated', 'salt', Number(rounds), 20, digest);
}

const derive = promisify(pbkdf2);
