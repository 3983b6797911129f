import { endOtherSessions, type IdentityPluginHost, type Transaction } from '@org/identity-prisma';
import { provenEmail } from '../accounts/find-account.js';
import { dropSecondFactors } from '../mfa/second-factors.js';

/**
 * Gives an account whose email was never verified to the user who has just verified it. An attacker may have created it and
 * waited for the owner: the password, links, sessions and pending requests of the account end.
 */
export async function reclaimAccount(
  { events }: Pick<IdentityPluginHost, 'events'>,
  tx: Transaction,
  userId: string,
): Promise<void> {
  await tx.user.update({
    where: { id: userId },
    data: { ...provenEmail, passwordHash: null, passwordChangedAt: null, signInEpoch: { increment: 1 } },
  });
  await dropSecondFactors(tx, userId);
  await tx.ssoLink.deleteMany({ where: { userId } });
  await tx.emailChange.deleteMany({ where: { userId } });
  await tx.passwordReset.deleteMany({ where: { userId } });
  await tx.emailVerification.deleteMany({ where: { userId } });
  await tx.ssoAttempt.deleteMany({ where: { userId } });
  await tx.accountKeep.deleteMany({ where: { userId } });
  const endedIn = await endOtherSessions(tx, { accountId: userId, except: null });
  if (endedIn.length === 0) return;
  const actor = { kind: 'user', id: userId } as const;
  const event = { type: 'session.revoked', tenantId: null, actor, subjectId: userId, data: { one: false } } as const;
  await events.publish(tx, event, { endedIn });
}
