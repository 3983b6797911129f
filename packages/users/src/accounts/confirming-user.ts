import type { ConfirmingUser } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { normalizeEmail } from './find-account.js';

/**
 * The user who has to sign in again to go on with one of our own pages. Undefined if somebody else wants to sign in: `email`
 * is what they have entered.
 */
export async function findPerson(
  db: Database,
  userId: string,
  email: string | undefined,
): Promise<ConfirmingUser | undefined> {
  const user = await db.user.findUnique({
    where: { id: userId },
    select: {
      email: true,
      normalizedEmail: true,
      passwordHash: true,
      ssoLinks: { select: { provider: true } },
      passkeys: { select: { credentialId: true } },
    },
  });
  if (!user || (email !== undefined && normalizeEmail(email) !== user.normalizedEmail)) return undefined;
  return {
    id: userId,
    email: user.email,
    hasPassword: user.passwordHash !== null,
    passkeys: user.passkeys.map(({ credentialId }) => credentialId),
    providers: user.ssoLinks.map(({ provider }) => provider),
  };
}
