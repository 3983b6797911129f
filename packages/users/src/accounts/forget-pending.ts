import type { Transaction } from '@org/identity-prisma';

/**
 * Ends every mailed link and open request of a user. Lock the user's row first, as wherever links are ended: two
 * transactions that wait for each other would both fail.
 */
export async function forgetPending(tx: Transaction, userId: string): Promise<void> {
  await tx.emailChange.deleteMany({ where: { userId } });
  await tx.passwordReset.deleteMany({ where: { userId } });
  await tx.emailVerification.deleteMany({ where: { userId } });
  await tx.ssoAttempt.deleteMany({ where: { userId } });
  await tx.accountKeep.deleteMany({ where: { userId } });
}
