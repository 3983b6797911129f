import type { UserPrincipal } from '@org/identity-core';
import { type IdentityPluginHost, requireFreshSignIn } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { recipientOf } from '../accounts/find-account.js';
import { recoveryCodeCount, replaceRecoveryCodes } from './recovery-codes.js';
import { recoveryCodesCreatedMail } from './second-factor-mails.js';
import { lockAccount } from './second-factors.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'mail' | 'sendMail' | 'brand'>;

/** Replaces the recovery codes; needs a fresh sign-in. Returns undefined if the account has no second factor. */
export async function createRecoveryCodes(
  services: Services,
  principal: Pick<UserPrincipal, 'userId' | 'sessionUid'>,
  language: Language,
): Promise<string[] | undefined> {
  const { db, events, mail, brand } = services;
  const { userId } = principal;
  await requireFreshSignIn(db, principal);
  const codes = await db.$transaction(async (tx) => {
    const account = await lockAccount(tx, userId);
    const enabled = await tx.user.findUnique({ where: { id: userId, mfaEnabled: true }, select: { id: true } });
    if (!account || !enabled) return undefined;
    const created = await replaceRecoveryCodes(tx, userId);
    const actor = { kind: 'user' as const, id: userId };
    const data = { count: recoveryCodeCount };
    await events.publish(tx, { type: 'recovery_codes.created', tenantId: null, actor, subjectId: userId, data });
    await mail.add(tx, recoveryCodesCreatedMail({ ...recipientOf(account, language), brand }), {
      notice: 'recovery-codes-created',
    });
    return created;
  });
  if (codes) services.sendMail();
  return codes;
}
