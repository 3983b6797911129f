import { IdentityError, isUuid, type UserPrincipal } from '@org/identity-core';
import { type IdentityPluginHost, requireFreshSignIn } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { recipientOf } from '../accounts/find-account.js';
import { lockAccount, updateMfaEnabled } from '../mfa/second-factors.js';
import { passkeyRemovedMail } from './passkey-mails.js';

/** Removes a passkey; needs a fresh sign-in. With the last second factor the recovery codes are removed as well. */
export async function removePasskey(
  services: Pick<IdentityPluginHost, 'db' | 'events' | 'mail' | 'sendMail' | 'brand'>,
  {
    userId,
    sessionUid,
    passkeyId,
    language,
  }: Pick<UserPrincipal, 'userId' | 'sessionUid'> & {
    passkeyId: string;
    language: Language;
  },
): Promise<void> {
  const { db, events, mail, brand } = services;
  await requireFreshSignIn(db, { userId, sessionUid });
  await db.$transaction(async (tx) => {
    const account = await lockAccount(tx, userId);
    const passkey = isUuid(passkeyId) ? await tx.passkey.findUnique({ where: { id: passkeyId, userId } }) : null;
    if (!account || !passkey)
      throw new IdentityError('NOT_FOUND', 'There is no such passkey.', { reason: 'no-such-passkey' });
    await tx.passkey.delete({ where: { id: passkey.id } });
    await updateMfaEnabled(tx, userId);
    const left = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { mfaEnabled: true } });
    if (!left.mfaEnabled) await tx.recoveryCode.deleteMany({ where: { userId } });
    const actor = { kind: 'user' as const, id: userId };
    const data = { method: 'passkey' };
    await events.publish(tx, { type: 'mfa.disabled', tenantId: null, actor, subjectId: userId, data });
    await mail.add(tx, passkeyRemovedMail({ ...recipientOf(account, language), name: passkey.name, brand }), {
      notice: 'passkey-removed',
    });
  });
  services.sendMail();
}
