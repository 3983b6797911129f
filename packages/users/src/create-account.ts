import type { NewAccount } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { normalizeEmail } from './normalize-email.js';

/** Adds an account whose address is proven. */
export async function createAccount(tx: Transaction, account: NewAccount): Promise<{ id: string }> {
  const { email, passwordHash, displayName, givenName, familyName, locale } = account;
  return tx.user.create({
    data: {
      email,
      normalizedEmail: normalizeEmail(email),
      emailVerified: true,
      passwordHash,
      displayName: displayName ?? null,
      givenName: givenName ?? null,
      familyName: familyName ?? null,
      locale: locale ?? null,
    },
    select: { id: true },
  });
}
