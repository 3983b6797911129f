import { hashOneTimeSecret, IdentityError } from '@org/identity-core';
import type { Database, IdentityPluginHost } from '@org/identity-prisma';
import { createAccount } from '../accounts/create-account.js';

/** The pending registration of a mailed link, and of a sign-in if one is given; throws NOT_FOUND if there is none. */
export async function findRegistration(db: Database, secret: string, interactionUid?: string) {
  const where = { ...valid(secret), ...(interactionUid === undefined ? {} : { interactionUid }) };
  const registration = await db.registration.findUnique({ where });
  if (!registration) throw linkNotValid();
  return registration;
}

export interface ConfirmedRegistration {
  secret: string;
  email: string;
  passwordHash: string;
  displayName: string | null;
  /** The user's language, as far as it is known. */
  locale: string | undefined;
}

/** Creates the account of a registration whose mailed link was opened. Returns undefined if the email was taken in the meantime. */
export async function confirmRegistration(
  { db, events }: Pick<IdentityPluginHost, 'db' | 'events'>,
  { secret, email, passwordHash, displayName, locale }: ConfirmedRegistration,
): Promise<{ userId: string; epoch: number } | undefined> {
  return db.$transaction(async (tx) => {
    // Deleting the row uses the link up: of several requests at once, only one deletes it.
    const { count } = await tx.registration.deleteMany({ where: valid(secret) });
    if (count === 0) throw linkNotValid();
    const account = await createAccount(tx, { email, passwordHash, displayName: displayName ?? undefined, locale });
    if (!account) return undefined;
    const userId = account.id;
    const actor = { kind: 'user' as const, id: userId };
    await events.publish(tx, { type: 'account.created', tenantId: null, actor, subjectId: userId, data: {} });
    return { userId, epoch: 0 };
  });
}

const valid = (secret: string) => ({ secretHash: hashOneTimeSecret(secret), expiresAt: { gt: new Date() } });

const linkNotValid = () => new IdentityError('NOT_FOUND', 'This link has expired or was used.');
