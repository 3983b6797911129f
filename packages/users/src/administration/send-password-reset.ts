import { type Actor, reply } from '@org/identity-core';
import { type IdentityPluginHost, lockUserToChange } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import type { MailLimiter } from '../limits/mail-limits.js';
import { addPasswordReset, type ResetServices } from '../password/add-password-reset.js';
import { userNotFound } from './find-user.js';

/** Mails a user the link to set a new password, for an operator. It is the link that the user could have asked for. */
export async function sendPasswordReset(
  services: ResetServices & Pick<IdentityPluginHost, 'events'>,
  limiter: MailLimiter,
  { userId, actor, language }: { userId: string; actor: Actor; language: Language },
) {
  const { db, events } = services;
  const sent = await db.$transaction(async (tx) => {
    await lockUserToChange(tx, { userId, actor });
    const select = { email: true, normalizedEmail: true };
    const user = await tx.user.findUnique({ where: { id: userId, disabledAt: null }, select });
    if (!user) throw userNotFound(userId);
    await limiter.count(tx, { kind: 'reset', recipient: user.normalizedEmail });
    // The email may have changed, or the account been disabled, since it was read.
    if (!(await addPasswordReset(tx, services, { ...user, interactionUid: null, language })))
      throw userNotFound(userId);
    await events.publish(tx, { type: 'user.reset_sent', tenantId: null, actor, subjectId: userId, data: {} });
    return reply({ success: true, message: 'The link to set a new password is on its way.' });
  });
  services.sendMail();
  return sent;
}
