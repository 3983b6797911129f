import type { NewAccount } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { normalizeEmail } from './find-account.js';

export interface CreatedAccount {
  id: string;
  /** Its first sign-in epoch. */
  epoch: number;
}

/** Adds an account. Returns undefined if the email is taken. */
export async function createAccount(tx: Transaction, account: NewAccount): Promise<CreatedAccount | undefined> {
  const { email, emailVerified = true, passwordHash, displayName, givenName, familyName, locale, zoneinfo } = account;
  const data = {
    email,
    normalizedEmail: normalizeEmail(email),
    emailVerified,
    passwordHash,
    passwordChangedAt: passwordHash === null ? null : new Date(),
    displayName: displayName ?? null,
    givenName: givenName ?? null,
    familyName: familyName ?? null,
    locale: locale ?? null,
    zoneinfo: zoneinfo ?? null,
  };
  // Does nothing if the email is taken; an error would end the transaction.
  const select = { id: true, signInEpoch: true };
  const [created] = await tx.user.createManyAndReturn({ data: [data], skipDuplicates: true, select });
  return created && { id: created.id, epoch: created.signInEpoch };
}
