import { endOtherSessions, type Transaction } from '@org/identity-prisma';
import { dropSecondFactors } from '../mfa/second-factors.js';

/**
 * Gives an account whose email was never verified to the user who has just verified it. An attacker may have created it and
 * waited for the owner: the password, links, sessions and pending requests of the account end.
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
