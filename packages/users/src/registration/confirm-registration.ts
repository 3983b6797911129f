import { hashOneTimeSecret, IdentityError } from '@org/identity-core';
import type { Database, IdentityPluginHost } from '@org/identity-prisma';
import { createAccount } from '../accounts/create-account.js';

/** A registration that waits for the proof of its address, by the secret of the mailed link; also by its sign-in, if named. */
export async function findRegistration(db: Database, secret: string, interactionUid?: string) {
  const where = { ...living(secret), ...(interactionUid === undefined ? {} : { interactionUid }) };
  const registration = await db.registration.findUnique({ where });
  if (!registration) throw dead();
  return registration;
}

export interface ConfirmedRegistration {
  secret: string;
  email: string;
  passwordHash: string;
  displayName: string | null;
  /** The language that the person reads, as far as it is known. */
  locale: string | undefined;
}

/** Makes an account of a registration whose mailed link was opened; nothing when somebody else has the address by now. */
export async function confirmRegistration(
  { db, events }: Pick<IdentityPluginHost, 'db' | 'events'>,
  { secret, email, passwordHash, displayName, locale }: ConfirmedRegistration,
): Promise<{ userId: string; epoch: number } | undefined> {
  return db.$transaction(async (tx) => {
    // Deleting the row is what uses the link up: of many at once, one deletes it.
    const { count } = await tx.registration.deleteMany({ where: living(secret) });
    if (count === 0) throw dead();
    const account = await createAccount(tx, { email, passwordHash, displayName: displayName ?? undefined, locale });
    if (!account) return undefined;
    const userId = account.id;
    const actor = { kind: 'user' as const, id: userId };
    await events.publish(tx, { type: 'account.created', tenantId: null, actor, subjectId: userId, data: {} });
    return { userId, epoch: 0 };
  });
}

const living = (secret: string) => ({ secretHash: hashOneTimeSecret(secret), expiresAt: { gt: new Date() } });

const dead = () => new IdentityError('NOT_FOUND', 'This link has expired, or was used.');
