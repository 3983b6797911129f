import type { SeedSection } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import type { z } from 'zod';
import { normalizeEmail } from '../accounts/find-account.js';
import { hashSeedPasswords, seedUsers, UserSeed } from './seed-users.js';

/** The section `users` of the seed. */
export const seededUsers: SeedSection<Transaction, z.output<typeof UserSeed>, ReadonlyMap<string, string>> = {
  kind: 'user',
  entry: () => UserSeed,
  nameOf: ({ email }) => email,
  keyOf: normalizeEmail,
  prepare: hashSeedPasswords,
  write: (tx, users, _seed, hashes = new Map()) => seedUsers(tx, users, hashes),
  async read(tx, users) {
    const emails = users.map(({ email }) => normalizeEmail(email));
    const found = await tx.user.findMany({
      where: { normalizedEmail: { in: emails } },
      select: { normalizedEmail: true },
    });
    return found.map(({ normalizedEmail }) => ({ kind: 'user', name: normalizedEmail, fields: {} }));
  },
};
