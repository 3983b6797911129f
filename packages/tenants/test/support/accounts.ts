import type { AccountStore } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';

/** Accounts as a host's own plugin could store them, in the same table; without any sign-in. */
export const testAccounts: AccountStore<Transaction> = {
  claimsOfScopes: {},
  find: () => Promise.resolve(undefined),
  normalizeEmail: (email) => email.normalize('NFKC').toLowerCase(),
  async findByEmail(tx, email) {
    const where = { normalizedEmail: testAccounts.normalizeEmail(email) };
    return (await tx.user.findUnique({ where, select: { id: true, email: true } })) ?? undefined;
  },
  hashPassword: (password) => Promise.resolve(`hash of ${password.length} characters`),
  update: () => Promise.reject(new Error('not changed here')),
  async create(tx, { email, passwordHash }) {
    const data = { email, normalizedEmail: testAccounts.normalizeEmail(email), passwordHash };
    const { id, signInEpoch } = await tx.user.create({ data });
    return { id, epoch: signInEpoch };
  },
  reclaim: () => Promise.resolve(),
  proveEmail: () => Promise.resolve(),
  checkPassword: () => Promise.resolve({ result: 'wrong' }),
  passwordSignIn: true,
  accountPage: undefined,
  signInEpoch: () => Promise.resolve(undefined),
  disable: () => Promise.reject(new Error('not disabled here')),
  enable: () => Promise.reject(new Error('not enabled here')),
  endSessions: () => Promise.reject(new Error('not ended here')),
};
