import { type Actor, newOneTimeSecret } from '@org/identity-core';
import { activeUser, lockUserRow } from '@org/identity-prisma';
import type { AccountServices } from './administration-services.js';
import { findByEmail } from './find-by-email.js';

/** A day, so that it can be sent by another way than mail and used the next morning. */
const hours = 24;

export interface MadeLink {
  id: string;
  url: string;
  expiresAt: Date;
}

/**
 * Makes a link with which a super admin sets up the first second factor. It replaces an older one. It is no sign-in: its page
 * asks for the password. Send it by another way than the password.
 */
export async function makeSecondFactorLink(
  { db, events }: AccountServices,
  { email, issuer, actor }: { email: string; issuer: string; actor: Actor },
): Promise<MadeLink> {
  const { secret, secretHash } = newOneTimeSecret();
  const expiresAt = new Date(Date.now() + hours * 60 * 60 * 1000);
  const id = await db.$transaction(async (tx) => {
    const { id: userId } = await findByEmail(tx, email);
    const account = await lockUserRow(tx, userId, activeUser);
    if (!account) throw new Error(`${email} is disabled or deleted.`);
    if (!account.superAdmin)
      throw new Error(`${email} is not a super admin. Other users set up a second factor when they sign in.`);
    if (account.mfaEnabled)
      throw new Error(`${email} has a second factor. If it is lost: identity-server users remove-second-factors`);
    const link = { secretHash, expiresAt, createdAt: new Date() };
    await tx.secondFactorLink.upsert({ where: { userId }, create: { userId, ...link }, update: link });
    const data = { expiresAt: expiresAt.toISOString() };
    await events.publish(tx, { type: 'second_factor_link.created', tenantId: null, actor, subjectId: userId, data });
    return userId;
  });
  return { id, url: `${issuer.replace(/\/$/u, '')}/second-factor/${secret}`, expiresAt };
}
