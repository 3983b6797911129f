import type { Actor } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import { updateMfaEnabled } from '../mfa/second-factors.js';
import { sealTotpSecret } from '../mfa/totp.js';

/** Adds the app of a person who has no second factor. One that was never confirmed is replaced. The user's row is locked. */
export async function addImportedTotp(
  tx: Transaction,
  { events, vault }: Pick<IdentityPluginHost, 'events' | 'vault'>,
  { userId, totpSecret, actor }: { userId: string; totpSecret: string; actor: Actor },
): Promise<void> {
  const encryptedSecret = sealTotpSecret(vault, userId, totpSecret);
  const data = { encryptedSecret, confirmedAt: new Date(), lastUsedStep: null };
  await tx.totp.upsert({ where: { userId }, create: { userId, ...data }, update: data });
  await updateMfaEnabled(tx, userId);
  const event = { tenantId: null, actor, subjectId: userId, data: { method: 'totp' } };
  await events.publish(tx, { ...event, type: 'mfa.enabled' });
}
