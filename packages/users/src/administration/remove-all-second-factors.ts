import { type Actor, reply } from '@org/identity-core';
import { lockUserToChange, Prisma, type Transaction } from '@org/identity-prisma';
import { updateMfaEnabled } from '../mfa/second-factors.js';
import type { AccountServices } from './administration-services.js';
import { findByEmail } from './find-by-email.js';
import { userNotFound } from './find-user.js';

/**
 * Removes all second factors and recovery codes of an account whose owner has lost them. The operator must verify who
 * asks for it: afterwards the password alone is enough to sign in, until a new second factor is set up.
 */
export async function removeAllSecondFactors(
  services: AccountServices,
  { email, actor }: { email: string; actor: Actor },
): Promise<{ id: string; removed: number }> {
  return services.db.$transaction(async (tx) => {
    const { id: userId } = await findByEmail(tx, email);
    return remove(tx, services, { userId, actor });
  });
}

/** The same for the account with an id. */
export function removeSecondFactorsOf(
  services: AccountServices,
  { userId, actor }: { userId: string; actor: Actor },
): Promise<{ id: string; removed: number }> {
  return services.db.$transaction(async (tx) => reply(await remove(tx, services, { userId, actor })));
}

async function remove(
  tx: Transaction,
  { events }: Pick<AccountServices, 'events'>,
  { userId, actor }: { userId: string; actor: Actor },
) {
  // The account may have been deleted a moment ago.
  const condition = Prisma.sql`deleted_at IS NULL`;
  if (!(await lockUserToChange(tx, { userId, actor, condition }))) throw userNotFound(userId);
  const of = { where: { userId } };
  const apps = await tx.totp.deleteMany({ where: { userId, confirmedAt: { not: null } } });
  const passkeys = await tx.passkey.deleteMany(of);
  await tx.recoveryCode.deleteMany(of);
  await updateMfaEnabled(tx, userId);
  const removed = apps.count + passkeys.count;
  const data = { method: 'all' };
  if (removed > 0) await events.publish(tx, { type: 'mfa.disabled', tenantId: null, actor, subjectId: userId, data });
  return { id: userId, removed };
}
