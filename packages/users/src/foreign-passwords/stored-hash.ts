import { z } from 'zod';

/** A password of another system, as a line of an import brings it. */
export const ForeignPassword = z.strictObject({
  algorithm: z.enum(['argon2', 'bcrypt', 'scrypt', 'pbkdf2', 'firebase-scrypt']),
  hash: z.string().max(2000),
  salt: z.string().max(1000).optional(),
  signerKey: z.string().max(1000).optional(),
  saltSeparator: z.string().max(1000).optional(),
  rounds: z.int().min(1).max(8).optional(),
  memCost: z.int().min(1).max(14).optional(),
});

export type ForeignPassword = z.output<typeof ForeignPassword>;

/** Why a hash is not taken. Its message never has the hash in it. */
export class ForeignHashError extends Error {}

const bcrypt = /^\$2[aby]\$([0-9][0-9])\$[./A-Za-z0-9]+$/;

/** The string that the database stores for a password of another system. Throws ForeignHashError. */
export function storedHashOf({ algorithm, hash }: ForeignPassword): string {
  if (algorithm !== 'bcrypt') throw new ForeignHashError(`The algorithm ${algorithm} is not known.`);
  const cost = hash.length === 60 ? bcrypt.exec(hash)?.[1] : undefined;
  if (!cost) throw new ForeignHashError('This is not a bcrypt hash.');
  if (Number(cost) > 14) throw new ForeignHashError('The cost of bcrypt may be 14 at most.');
  return hash;
}

/** Whether a stored hash was made by another system. */
export function isForeignHash(stored: string): boolean {
  return !stored.startsWith('$argon2');
}
