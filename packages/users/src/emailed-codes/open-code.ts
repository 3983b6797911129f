import { hashOneTimeSecret } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { createAccount } from '../accounts/create-account.js';
import type { CodePlace } from './code-secret.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events'>;

/** What the page of a code shows; undefined if there is no open code in this browser and sign-in. */
export async function findEmailCode({ db }: Pick<Services, 'db'>, place: CodePlace) {
  const select = { email: true, provenAt: true };
  return (await db.emailCode.findUnique({ where: valid(place), select })) ?? undefined;
}

/** Creates the account of an email that a code has proven. */
export async function createByCode(
  { db, events }: Services,
  { place, displayName, locale }: { place: CodePlace; displayName: string | undefined; locale: string | undefined },
): Promise<{ userId: string; epoch: number } | 'over' | 'taken'> {
  return db.$transaction(async (tx) => {
    const where = { ...valid(place), provenAt: { not: null }, createsAccount: true };
    const proven = await tx.emailCode.findUnique({ where, select: { email: true } });
    // Deleting the row uses the proof up: of several requests at once, only one deletes it.
    const { count } = await tx.emailCode.deleteMany({ where });
    if (!proven || count === 0) return 'over';
    const account = await createAccount(tx, { email: proven.email, passwordHash: null, displayName, locale });
    if (!account) return 'taken';
    const { id: userId, epoch } = account;
    const actor = { kind: 'user' as const, id: userId };
    await events.publish(tx, { type: 'account.created', tenantId: null, actor, subjectId: userId, data: {} });
    return { userId, epoch };
  });
}

const valid = ({ secret, interactionUid }: CodePlace) => ({
  secretHash: hashOneTimeSecret(secret),
  interactionUid,
  expiresAt: { gt: new Date() },
});
