import type { Transaction } from '@org/identity-prisma';

/**
 * Deletes all mailed links and pending requests of a user. Lock the user's row first, as everywhere: otherwise two
 * transactions could deadlock.
 */
export async function deletePendingRequests(tx: Transaction, userId: string): Promise<void> {
  await tx.emailChange.deleteMany({ where: { userId } });
  await tx.passwordReset.deleteMany({ where: { userId } });
  await tx.secondFactorLink.deleteMany({ where: { userId } });
  await tx.emailVerification.deleteMany({ where: { userId } });
  await tx.ssoAttempt.deleteMany({ where: { userId } });
  await tx.accountKeep.deleteMany({ where: { userId } });
  await tx.emailCode.deleteMany({ where: { userId } });
}
