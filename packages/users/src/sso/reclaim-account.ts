import { endOtherSessions, type Transaction } from '@org/identity-prisma';
import { dropSecondFactors } from '../mfa/second-factors.js';

/**
 * Gives an account whose address was never proven to the person who has just proven it. Whoever made it may be
 * somebody else who waits for its owner to come: their password, links, sessions and open requests end.
 */
export async function reclaimAccount(tx: Transaction, userId: string): Promise<void> {
  await tx.user.update({
    where: { id: userId },
    data: { emailVerified: true, passwordHash: null, passwordChangedAt: null, signInEpoch: { increment: 1 } },
  });
  await dropSecondFactors(tx, userId);
  await tx.ssoLink.deleteMany({ where: { userId } });
  await tx.emailChange.deleteMany({ where: { userId } });
  await tx.passwordReset.deleteMany({ where: { userId } });
  await tx.emailVerification.deleteMany({ where: { userId } });
  await tx.ssoAttempt.deleteMany({ where: { userId } });
  await tx.accountKeep.deleteMany({ where: { userId } });
  await endOtherSessions(tx, { accountId: userId, except: null });
}
