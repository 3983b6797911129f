import type { Actor } from '@org/identity-core';
import type { AccountServices } from '../add-account.js';
import { normalizeEmail } from '../normalize-email.js';
import { lockAccount, noteSecondFactors } from './second-factors.js';

/**
 * Takes every second factor from an account whose owner has lost them all, recovery codes included. Whoever does this has
 * made sure who asks: from then on the password opens the account alone, until another second factor is set up.
 */
export async function removeAllSecondFactors(
  { db, events }: AccountServices,
  { email, actor }: { email: string; actor: Actor },
): Promise<{ id: string; removed: number }> {
  return db.$transaction(async (tx) => {
    const where = { normalizedEmail: normalizeEmail(email), deletedAt: null };
    const user = await tx.user.findUnique({ where, select: { id: true } });
    if (!user || !(await lockAccount(tx, user.id))) throw new Error(`There is no account with the address "${email}".`);
    const of = { where: { userId: user.id } };
    const apps = await tx.totp.deleteMany({ where: { userId: user.id, confirmedAt: { not: null } } });
    const passkeys = await tx.passkey.deleteMany(of);
    await tx.recoveryCode.deleteMany(of);
    await noteSecondFactors(tx, user.id);
    const removed = apps.count + passkeys.count;
    const data = { method: 'all' };
    if (removed > 0)
      await events.publish(tx, { type: 'mfa.disabled', tenantId: null, actor, subjectId: user.id, data });
    return { id: user.id, removed };
  });
}
