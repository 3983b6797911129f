import { type AttemptSecret, attemptSeconds } from '@org/identity-core';
import type { Database, Transaction } from '@org/identity-prisma';
import { Prisma } from '@org/identity-prisma';
import { normalizeEmail } from '../accounts/find-account.js';
import { UpstreamIdentity } from './upstream-identity.js';

const seconds = (count: number) => new Date(Date.now() + count * 1000);
/** How long the user has to prove the email, once the provider has responded. */
const proofSeconds = 60 * 60;

export type NewAttempt = { provider: string } & (
  | { interactionUid: string }
  | { userId: string; returnTo: string | null }
);

export async function createAttempt(db: Database, secretHash: Uint8Array<ArrayBuffer>, attempt: NewAttempt) {
  await db.ssoAttempt.create({ data: { secretHash, ...attempt, expiresAt: seconds(attemptSeconds) } });
}

/** An attempt that waits for the provider's response. */
export function findOpenAttempt(db: Database, { secretHash }: AttemptSecret, provider: string) {
  return db.ssoAttempt.findUnique({
    where: { secretHash, provider, answeredAt: null, expiresAt: { gt: new Date() } },
  });
}

/**
 * Takes the response of an attempt, once and whatever comes of it: each one may become a request to the provider with our
 * client secret. Returns false if another request was faster, in any process.
 */
export async function takeResponse(db: Database, { secretHash }: AttemptSecret): Promise<boolean> {
  const where = { secretHash, answeredAt: null };
  return (await db.ssoAttempt.updateMany({ where, data: { answeredAt: new Date() } })).count === 1;
}

/** Stores the provider's response. Returns false if the attempt already has one. */
export async function storeIdentity(
  db: Database,
  { secretHash }: AttemptSecret,
  identity: UpstreamIdentity,
): Promise<boolean> {
  const { count } = await db.ssoAttempt.updateMany({
    where: { secretHash, identity: { equals: Prisma.DbNull } },
    data: {
      identity,
      normalizedEmail: identity.email === undefined ? null : normalizeEmail(identity.email),
      expiresAt: seconds(proofSeconds),
    },
  });
  return count === 1;
}

/** A sign-in that came back from the provider and has no account yet. */
export async function findAnsweredAttempt(db: Transaction, { secretHash }: AttemptSecret, interactionUid: string) {
  const where = { secretHash, interactionUid, userId: null, expiresAt: { gt: new Date() } };
  const attempt = await db.ssoAttempt.findUnique({ where });
  if (!attempt?.identity) return undefined;
  return { ...attempt, identity: UpstreamIdentity.parse(attempt.identity) };
}

/**
 * Keeps a proven identity for an account until the sign-in is complete. Returns false if another request was faster. It now
 * belongs to the user, so a change or reset of the password ends it.
 */
export async function keepIdentityFor(
  tx: Transaction,
  { secretHash }: AttemptSecret,
  userId: string,
): Promise<boolean> {
  const { count } = await tx.ssoAttempt.updateMany({ where: { secretHash, userId: null }, data: { userId } });
  return count === 1;
}

/** Takes a kept identity, once. */
export async function takeKeptIdentity(tx: Transaction, held: { secretHash: Uint8Array<ArrayBuffer>; userId: string }) {
  const where = { ...held, interactionUid: { not: null }, expiresAt: { gt: new Date() } };
  const attempt = await tx.ssoAttempt.findUnique({ where });
  if (!attempt?.identity) return undefined;
  const { count } = await tx.ssoAttempt.deleteMany({ where });
  return count === 1 ? { ...attempt, identity: UpstreamIdentity.parse(attempt.identity) } : undefined;
}

/** Uses an attempt up. Returns false if another request was faster. */
export async function useAttempt(tx: Transaction, { secretHash }: AttemptSecret): Promise<boolean> {
  return (await tx.ssoAttempt.deleteMany({ where: { secretHash } })).count === 1;
}
