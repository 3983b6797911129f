import type { UserPrincipal } from '@org/identity-core';
import { type IdentityPluginHost, requireFreshSignIn } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { recipientOf } from '../accounts/find-account.js';
import { secondFactorRemovedMail } from './second-factor-mails.js';
import { lockAccount, updateMfaEnabled } from './second-factors.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'mail' | 'sendMail' | 'brand'>;

/**
 * Removes the authenticator app, and with the last second factor the recovery codes; needs a fresh sign-in. Returns false
 * if there is none. A tenant that requires a second factor does not forbid it: the user sets up another one at the next
 * sign-in to that tenant.
 */
export async function removeTotp(
  services: Services,
  principal: Pick<UserPrincipal, 'userId' | 'sessionUid'>,
  language: Language,
): Promise<boolean> {
  const { db, events, mail, brand } = services;
  const { userId } = principal;
  await requireFreshSignIn(db, principal);
  const removed = await db.$transaction(async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account) return false;
    const { count } = await tx.totp.deleteMany({ where: { userId, confirmedAt: { not: null } } });
    if (count === 0) return false;
    await updateMfaEnabled(tx, userId);
    // Recovery codes replace any second factor, so they end with the last one.
    const codesEnded = (await tx.passkey.count({ where: { userId } })) === 0;
    if (codesEnded) await tx.recoveryCode.deleteMany({ where: { userId } });
    const actor = { kind: 'user' as const, id: userId };
    const data = { method: 'totp' };
    await events.publish(tx, { type: 'mfa.disabled', tenantId: null, actor, subjectId: userId, data });
    await mail.add(tx, secondFactorRemovedMail({ ...recipientOf(account, language), brand, codesEnded }), {
      notice: 'second-factor-removed',
    });
    return true;
  });
  if (removed) services.sendMail();
  return removed;
}
