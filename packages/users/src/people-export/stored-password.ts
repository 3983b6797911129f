import type { ForeignPassword } from '../foreign-passwords/stored-hash.js';

const prefixes = [
  ['$argon2', 'argon2'],
  ['$2', 'bcrypt'],
  ['$scrypt$', 'scrypt'],
  ['$pbkdf2', 'pbkdf2'],
] as const;

/** A stored hash in the form of an import; undefined for one that has no such form. */
export function passwordOfStored(hash: string): ForeignPassword | undefined {
  const known = prefixes.find(([prefix]) => hash.startsWith(prefix));
  return known && { algorithm: known[1], hash };
}
