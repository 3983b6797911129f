import { imitateArgon2, verifyArgon2 } from './argon2-hash.js';
import { imitateBcrypt, verifyBcrypt } from './bcrypt-hash.js';
import { isWithinBounds } from './cost-bounds.js';
import { imitateFirebase, verifyFirebase } from './firebase-hash.js';
import { imitatePbkdf2, verifyPbkdf2 } from './pbkdf2-hash.js';
import { imitatePhpass, verifyPhpass } from './phpass-hash.js';
import { imitateScrypt, verifyScrypt } from './scrypt-hash.js';
import { imitateSsha, verifySsha } from './ssha-hash.js';
import { readStored, type StoredForm } from './stored-form.js';

interface Algorithm {
  verify(stored: StoredForm, password: string): Promise<boolean>;
  imitate(stored: StoredForm): Promise<void>;
}

const algorithms = new Map<string, Algorithm>([
  ['argon2', { verify: verifyArgon2, imitate: imitateArgon2 }],
  ['bcrypt', { verify: verifyBcrypt, imitate: imitateBcrypt }],
  ['scrypt', { verify: verifyScrypt, imitate: imitateScrypt }],
  ['pbkdf2', { verify: verifyPbkdf2, imitate: imitatePbkdf2 }],
  ['firebase', { verify: verifyFirebase, imitate: imitateFirebase }],
  ['phpass', { verify: verifyPhpass, imitate: imitatePhpass }],
  ['ssha', { verify: verifySsha, imitate: imitateSsha }],
]);

/** Whether the password matches a hash of another system. One whose costs are out of bounds never does. */
export async function verifyForeign(stored: string, password: string): Promise<boolean> {
  if (!isWithinBounds(stored)) return false;
  const form = readStored(stored);
  return (await algorithms.get(form.algorithm)?.verify(form, password)) ?? false;
}

/** Does the work of checking a password of this kind. */
export async function imitateKind(kind: string): Promise<void> {
  const form = readStored(kind);
  await algorithms.get(form.algorithm)?.imitate(form);
}
