import { hashOneTimeSecret, newOneTimeSecret } from '@org/identity-core';
import {
  type Database,
  type IdentityPluginHost,
  inTransactionOfTenants,
  lockUserRowShared,
  Prisma,
  type Transaction,
} from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { recipientOf } from '../accounts/find-account.js';
import { accountKeptMail } from './account-deletion-mails.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'mail' | 'sendMail' | 'brand'> & {
  accounts: Pick<IdentityPluginHost['accounts'], 'passwordSignIn'>;
};

// As long as a fresh sign-in counts, because the offer stands for the proof before it.
const offerMinutes = 10;
/** A user may belong to many tenants, each with a lock to wait for. */
const timeoutMilliseconds = 30_000;

export interface KeepOffer {
  userId: string;
  /** The sign-in in which the user proved to own the account; the offer is valid in no other. */
  interaction: string;
  /** The account's `signInEpoch` at that time: after a password reset the proof no longer counts. */
  epoch: number;
  /** How the user proved it. */
  amr: readonly string[];
}

/** Offers a user who has just proven to own a deleted account to keep it. Returns the secret of the page's form. */
export async function offerToKeep(db: Database, { userId, interaction, epoch, amr }: KeepOffer): Promise<string> {
  const { secret, secretHash } = newOneTimeSecret();
  const expiresAt = new Date(Date.now() + offerMinutes * 60 * 1000);
  const offer = { secretHash, interaction, amr: [...amr], expiresAt, createdAt: new Date() };
  await db.$transaction(async (tx) => {
    // A password change locks the row and ends the offers. An offer made too late is not stored, so its button has no effect.
    if (!(await lockUserRowShared(tx, userId, Prisma.sql`sign_in_epoch = ${epoch}`))) return;
    await tx.accountKeep.upsert({ where: { userId }, create: { userId, ...offer }, update: offer });
  });
  return secret;
}

/** Whom an offer was made to, and how they have proven who they are; undefined if there is no such offer. */
export async function findKeepOffer(db: Database, { secret, interaction }: { secret: string; interaction: string }) {
  const where = { secretHash: hashOneTimeSecret(secret), interaction, expiresAt: { gt: new Date() } };
  return (await db.accountKeep.findUnique({ where, select: { userId: true, amr: true } })) ?? undefined;
}

/** Accepts an offer: the account opens again. Returns undefined if the offer has expired or belongs to another sign-in, or the account is erased. */
export async function keepAccount(
  services: Services,
  { secret, interaction, language }: { secret: string; interaction: string; language: Language },
): Promise<{ userId: string; epoch: number; amr: string[]; emailToProve: boolean } | undefined> {
  const { db, events, mail, brand } = services;
  const secretHash = hashOneTimeSecret(secret);
  const open = async (tx: Transaction) => {
    const now = new Date();
    const offer = await tx.accountKeep.findUnique({ where: { secretHash, interaction, expiresAt: { gt: now } } });
    if (!offer) return undefined;
    const { userId, amr } = offer;
    // The row lock decides between this and the job that erases: the second one finds nothing to do.
    const [user] = await tx.user.updateManyAndReturn({
      where: { id: userId, deletedAt: { not: null }, eraseAt: { gt: now }, disabledAt: null },
      data: { deletedAt: null, eraseAt: null },
      select: { email: true, locale: true, signInEpoch: true, emailToProve: true },
    });
    if (!user) return undefined;
    await tx.accountKeep.deleteMany({ where: { userId } });
    const actor = { kind: 'user' as const, id: userId };
    await events.publish(tx, { type: 'account.kept', tenantId: null, actor, subjectId: userId, data: {} });
    await mail.add(
      tx,
      accountKeptMail({ ...recipientOf(user, language), brand, passwordSignIn: services.accounts.passwordSignIn }),
      { notice: 'account-kept' },
    );
    return { userId, epoch: user.signInEpoch, amr, emailToProve: user.emailToProve };
  };
  const kept = await inTransactionOfTenants({ db, timeout: timeoutMilliseconds }, open);
  if (kept) services.sendMail();
  return kept;
}
