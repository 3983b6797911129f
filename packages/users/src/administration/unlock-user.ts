import { type Actor, reply } from '@org/identity-core';
import { lockUserToChange, Prisma } from '@org/identity-prisma';
import { accountKeyPrefixesOf } from '../credentials/sign-in-limits.js';
import { codeKeysOf } from '../mfa/check-code.js';
import type { AccountServices } from './administration-services.js';
import { userNotFound } from './find-user.js';

/**
 * Forgets all wrong passwords and codes that make an account wait, from every network and browser. The limits of whole
 * networks stay. Reads all counters, because those of one account cannot be found by an index.
 */
export function unlockUser({ db, events }: AccountServices, { userId, actor }: { userId: string; actor: Actor }) {
  return db.$transaction(async (tx) => {
    await lockUserToChange(tx, { userId, actor });
    const user = await tx.user.findUnique({ where: { id: userId }, select: { normalizedEmail: true } });
    if (!user) throw userNotFound(userId);
    const ofPasswords = accountKeyPrefixesOf(user.normalizedEmail).map(
      (start) => Prisma.sql`starts_with(key, ${start})`,
    );
    await tx.$executeRaw`
      DELETE FROM identity.rate_limits
      WHERE ${Prisma.join(ofPasswords, ' OR ')} OR key IN (${Prisma.join(codeKeysOf(userId))})`;
    await events.publish(tx, { type: 'user.unlocked', tenantId: null, actor, subjectId: userId, data: {} });
    return reply({ success: true, message: 'The user can try again at once.' });
  });
}
