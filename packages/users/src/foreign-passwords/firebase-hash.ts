import { createCipheriv, timingSafeEqual } from 'node:crypto';
import { bounds } from './cost-bounds.js';
import { ForeignHashError } from './foreign-hash-error.js';
import { checkKey, checkSalt, decodeBase64, readNumber } from './read-hash.js';
import { deriveScrypt } from './scrypt-hash.js';
import { bytesOf, type StoredForm, toStored } from './stored-form.js';

/** A hash of Firebase with the parameters of its project. */
export interface FirebaseHash {
  readonly hash: string;
  readonly salt?: string | undefined;
  readonly signerKey?: string | undefined;
  readonly saltSeparator?: string | undefined;
  readonly rounds?: number | undefined;
  readonly memCost?: number | undefined;
}

/** The stored form of a hash of Firebase. The parameters of the project are stored with each hash. */
export function storeFirebase({ hash, salt, signerKey, saltSeparator, rounds, memCost }: FirebaseHash): string {
  if (signerKey === undefined || rounds === undefined || memCost === undefined)
    throw new ForeignHashError('A hash of Firebase needs signerKey, saltSeparator, rounds and memCost.');
  const key = decodeBase64(hash, 'hash');
  const signer = decodeBase64(signerKey, 'signerKey');
  const ownSalt = decodeBase64(salt, 'salt');
  checkSalt(ownSalt);
  checkKey(key);
  // The hash is the encrypted signer key.
  if (key.length !== signer.length) throw new ForeignHashError('The hash is not as long as the signerKey.');
  const blocks = readNumber(rounds, { what: 'rounds', max: bounds.firebaseRounds });
  const log = readNumber(memCost, { what: 'memCost', max: bounds.firebaseMemCost });
  const separator = saltSeparator ? decodeBase64(saltSeparator, 'saltSeparator') : Buffer.alloc(0);
  return toStored(['firebase', blocks, log], ownSalt, key, signer, separator);
}

/** Checks a password: https://github.com/firebase/scrypt describes the algorithm. */
export async function verifyFirebase(
  { parameters, parts: [salt, key, signerKey, separator] }: StoredForm,
  password: string,
) {
  const derived = await derive(parameters, password, Buffer.concat([bytesOf(salt), bytesOf(separator)]));
  const cipher = createCipheriv('aes-256-ctr', derived, Buffer.alloc(16));
  const encrypted = Buffer.concat([cipher.update(bytesOf(signerKey)), cipher.final()]);
  return timingSafeEqual(encrypted, bytesOf(key));
}

/** Does the work of a check. */
export async function imitateFirebase({ parameters }: StoredForm): Promise<void> {
  await derive(parameters, 'imitated', Buffer.from('salt'));
}

const derive = ([rounds, memCost]: readonly string[], password: string, salt: Buffer) =>
  deriveScrypt(password, salt, 32, { N: 2 ** Number(memCost), r: Number(rounds), p: 1 });
