import { text } from '@org/identity-core';
import { z } from 'zod';
import { storeArgon2 } from './argon2-hash.js';
import { storeBcrypt } from './bcrypt-hash.js';
import { phcOfDjango } from './django-hash.js';
import { storeFirebase } from './firebase-hash.js';
import { ForeignHashError } from './foreign-hash-error.js';
import { phcOfKeycloak } from './keycloak-credential.js';
import { storePbkdf2 } from './pbkdf2-hash.js';
import { phpassOf, storePhpass } from './phpass-hash.js';
import { storeScrypt } from './scrypt-hash.js';
import { sshaOf, storeSsha } from './ssha-hash.js';
import { readStored } from './stored-form.js';

export { ForeignHashError } from './foreign-hash-error.js';

/** A password of another system, as a line of an import brings it. */
export const ForeignPassword = z.strictObject({
  algorithm: z.enum(['argon2', 'bcrypt', 'scrypt', 'pbkdf2', 'firebase-scrypt', 'phpass', 'ssha']),
  hash: text(2000),
  salt: text(1000).optional(),
  signerKey: text(1000).optional(),
  saltSeparator: text(1000).optional(),
  rounds: z.int().min(1).max(8).optional(),
  memCost: z.int().min(1).max(14).optional(),
});

export type ForeignPassword = z.output<typeof ForeignPassword>;

/** The string that the database stores for a password of another system. Throws ForeignHashError. */
export function storedHashOf(password: ForeignPassword): string {
  const { algorithm } = password;
  if (algorithm === 'firebase-scrypt') return storeFirebase(password);
  const { hash, ...further } = password;
  if (Object.keys(further).length > 1) throw new ForeignHashError('Only firebase-scrypt has a salt and parameters.');
  if (algorithm === 'ssha') return storeSsha(hash);
  const read = hash.startsWith('{') ? readCredential(hash) : { algorithm, hash: phcOfDjango(hash) };
  if (read.algorithm !== algorithm) throw new ForeignHashError('The hash is of another algorithm.');
  if (algorithm === 'bcrypt') return storeBcrypt(read.hash);
  if (algorithm === 'scrypt') return storeScrypt(read.hash);
  if (algorithm === 'phpass') return storePhpass(read.hash);
  return algorithm === 'pbkdf2' ? storePbkdf2(read.hash) : storeArgon2(read.hash);
}

function readCredential(text: string): { algorithm: 'argon2' | 'pbkdf2'; hash: string } {
  try {
    return phcOfKeycloak(JSON.parse(text));
  } catch (error) {
    // The message of JSON.parse has a part of the text in it.
    throw error instanceof ForeignHashError ? error : new ForeignHashError('The hash is not JSON.');
  }
}

/** Whether a stored hash was made by another system. */
export function isForeignHash(stored: string): boolean {
  return !stored.startsWith('$argon2');
}

/** The kind of a stored hash; undefined for one of ours and without a hash. */
export function kindOf(stored: string | null): string | undefined {
  if (stored === null || !isForeignHash(stored)) return undefined;
  return stored.slice(0, stored.indexOf('|'));
}

/** The inverse of `storedHashOf`, for an export. It takes our own hashes as well. */
export function passwordOf(stored: string): ForeignPassword {
  if (!isForeignHash(stored)) return { algorithm: 'argon2', hash: stored };
  const form = readStored(stored);
  const { algorithm, parameters, parts } = form;
  const [first = '', second = '', third = '', fourth = ''] = parts;
  const [cost, r, p] = parameters;
  if (algorithm === 'argon2') return { algorithm, hash: first };
  if (algorithm === 'bcrypt') return { algorithm, hash: `$2b$${cost}$${first}` };
  if (algorithm === 'pbkdf2') return { algorithm, hash: `$pbkdf2-${cost}$i=${r}$${plain(first)}$${plain(second)}` };
  if (algorithm === 'scrypt' && third === 'nfkc')
    return {
      algorithm,
      hash: `${Buffer.from(first, 'base64url')}:${Buffer.from(second, 'base64url').toString('hex')}`,
    };
  if (algorithm === 'scrypt') {
    const costs = `ln=${Math.log2(Number(cost))},r=${r},p=${p}`;
    return { algorithm, hash: `$scrypt$${costs}$${plain(first)}$${plain(second)}` };
  }
  if (algorithm === 'phpass') return { algorithm, hash: phpassOf(form) };
  if (algorithm === 'ssha') return { algorithm, hash: sshaOf(form) };
  if (algorithm !== 'firebase') throw new ForeignHashError('The stored hash is not known.');
  const project = { signerKey: base64(third), saltSeparator: base64(fourth), rounds: Number(cost), memCost: Number(r) };
  return { algorithm: 'firebase-scrypt', hash: base64(second), salt: base64(first), ...project };
}

const base64 = (part: string) => Buffer.from(part, 'base64url').toString('base64');
const plain = (part: string) => base64(part).replaceAll('=', '');
