import { hashOneTimeSecret, type Language, newOneTimeSecret } from '@org/identity-core';
import {
  type Database,
  holdUserRow,
  type IdentityPluginHost,
  inTransactionOfTenants,
  Prisma,
  type Transaction,
} from '@org/identity-prisma';
import { recipientOf } from '../accounts/mail-recipient.js';
import { accountKeptMail } from './account-deletion-mails.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'mail' | 'sendMail' | 'brand'>;

// As long as a fresh sign-in counts: the offer stands for the proof that came before it.
const offerMinutes = 10;
/** Somebody may belong to many tenants, each with a lock to wait for. */
const longestMilliseconds = 30_000;

export interface KeepOffer {
  userId: string;
  /** The sign-in in which the person proved that the account is theirs; the offer is good for no other. */
  interaction: string;
  /** The account's `signInEpoch` when they proved it: a password that was reset since is no proof any more. */
  epoch: number;
  /** How they proved it. */
  amr: readonly string[];
}

/** Offers somebody who has just proven that a waiting account is theirs to keep it. Returns the secret of the page's form. */
export async function offerToKeep(db: Database, { userId, interaction, epoch, amr }: KeepOffer): Promise<string> {
  const { secret, secretHash } = newOneTimeSecret();
  const expiresAt = new Date(Date.now() + offerMinutes * 60 * 1000);
  const offer = { secretHash, interaction, amr: [...amr], expiresAt, createdAt: new Date() };
  await db.$transaction(async (tx) => {
    // Whoever changes the password locks the row and ends the offers; one made too late is not kept, and its button finds nothing.
    if (!(await holdUserRow(tx, userId, Prisma.sql`sign_in_epoch = ${epoch}`))) return;
    await tx.accountKeep.upsert({ where: { userId }, create: { userId, ...offer }, update: offer });
  });
  return secret;
}

/** Takes an offer up: the account opens again. Nothing when the offer is over, was made elsewhere, or the account is gone. */
export async function keepAccount(
  services: Services,
  { secret, interaction, language }: { secret: string; interaction: string; language: Language },
): Promise<{ userId: string; epoch: number; amr: string[] } | undefined> {
  const { db, events, mail, brand } = services;
  const secretHash = hashOneTimeSecret(secret);
  const open = async (tx: Transaction) => {
    const now = new Date();
    const offer = await tx.accountKeep.findUnique({ where: { secretHash, interaction, expiresAt: { gt: now } } });
    if (!offer) return undefined;
    const { userId, amr } = offer;
    // The row's lock decides between this and the job that erases: whoever comes second finds nothing to do.
    const [user] = await tx.user.updateManyAndReturn({
      where: { id: userId, deletedAt: { not: null }, eraseAt: { gt: now }, disabledAt: null },
      data: { deletedAt: null, eraseAt: null },
      select: { email: true, locale: true, signInEpoch: true },
    });
    if (!user) return undefined;
    await tx.accountKeep.deleteMany({ where: { userId } });
    const actor = { kind: 'user' as const, id: userId };
    await events.publish(tx, { type: 'account.kept', tenantId: null, actor, subjectId: userId, data: {} });
    await mail.add(tx, accountKeptMail({ ...recipientOf(user, language), brand }));
    return { userId, epoch: user.signInEpoch, amr };
  };
  const kept = await inTransactionOfTenants({ db, timeout: longestMilliseconds }, open);
  if (kept) services.sendMail();
  return kept;
}
