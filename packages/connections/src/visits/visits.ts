import { type AttemptSecret, attemptCookies, attemptSeconds } from '@org/identity-core';
import { Prisma, type Transaction } from '@org/identity-prisma';
import { ProviderIdentity } from '../providers/provider-identity.js';

/** Binds a visit to the browser that has begun it. */
export const visitCookies = attemptCookies('identity-connection');

const inSeconds = (count: number) => new Date(Date.now() + count * 1000);
/** How long the user has to prove the account, once the provider has responded. */
const proofSeconds = 60 * 60;

type Hash = Uint8Array<ArrayBuffer>;
interface NewVisit {
  secretHash: Hash;
  connectionId: string;
  /** The version of the connection that it begins with. */
  version: number;
}

/** Begins the visit of a sign-in. Returns false if the connection is no longer active, or was changed. */
export async function beginSignInVisit(
  db: Transaction,
  { secretHash, connectionId, version, interactionUid }: NewVisit & { interactionUid: string },
): Promise<boolean> {
  const count = await db.$executeRaw`
    INSERT INTO identity.connection_visits (secret_hash, connection_id, version, interaction_uid, expires_at)
    SELECT ${secretHash}, id, version, ${interactionUid}, ${inSeconds(attemptSeconds)} FROM identity.connections
    WHERE id = ${connectionId}::uuid AND version = ${version} AND status = 'ACTIVE'`;
  return count === 1;
}

/** Who tests a connection: an owner, or the visitor of a setup link. */
export type Tester = { readonly userId: string } | { readonly setupLinkId: string };

/** Begins the visit of somebody who tests the connection. */
export async function beginTestVisit(tx: Transaction, visit: NewVisit & Tester): Promise<void> {
  await tx.connectionVisit.create({ data: { ...visit, expiresAt: inSeconds(attemptSeconds) } });
}

/** A visit that waits for the provider's response. */
export function findOpenVisit(db: Transaction, { secretHash }: AttemptSecret, connectionId: string) {
  return db.connectionVisit.findUnique({
    where: { secretHash, connectionId, answeredAt: null, expiresAt: { gt: new Date() } },
    include: { connection: true },
  });
}

/**
 * Takes the response of a visit, once and whatever comes of it: each one may become a request to the provider with the
 * tenant's client secret. Returns false if another request was faster, in any process.
 */
export async function takeResponse(db: Transaction, { secretHash }: AttemptSecret): Promise<boolean> {
  const where = { secretHash, answeredAt: null };
  return (await db.connectionVisit.updateMany({ where, data: { answeredAt: new Date() } })).count === 1;
}

/** Stores the provider's response. Returns false if the visit already has one, or was ended. */
export async function storeIdentity(
  db: Transaction,
  { secretHash }: AttemptSecret,
  identity: ProviderIdentity,
): Promise<boolean> {
  const where = { secretHash, identity: { equals: Prisma.DbNull } };
  const data = { identity, expiresAt: inSeconds(proofSeconds) };
  return (await db.connectionVisit.updateMany({ where, data })).count === 1;
}

/** A sign-in that came back from the provider and has no account yet. */
export async function findAnsweredVisit(db: Transaction, { secretHash }: AttemptSecret, interactionUid: string) {
  const where = { secretHash, interactionUid, userId: null, expiresAt: { gt: new Date() } };
  const visit = await db.connectionVisit.findUnique({ where, include: { connection: { select: { name: true } } } });
  if (!visit?.identity) return undefined;
  return { ...visit, identity: ProviderIdentity.parse(visit.identity) };
}

/** Notes that the user was asked for a proof. Returns whether it is the first time. */
export async function noteQuestion(tx: Transaction, secretHash: Hash): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE identity.connection_visits SET identity = identity || '{"asked": true}'
    WHERE secret_hash = ${secretHash} AND NOT identity ? 'asked'`;
  return count === 1;
}

/** Uses a visit up. Returns false if another request was faster, or the connection's visits were ended. */
export async function useVisit(tx: Transaction, secretHash: Hash): Promise<boolean> {
  return (await tx.connectionVisit.deleteMany({ where: { secretHash } })).count === 1;
}

/** Keeps the identity for a proven account until the sign-in is complete. Returns false if another request was faster. */
export async function keepVisitFor(tx: Transaction, secretHash: Hash, userId: string): Promise<boolean> {
  const where = { secretHash, userId: null };
  return (await tx.connectionVisit.updateMany({ where, data: { userId } })).count === 1;
}

/** Takes a kept identity, once. */
export async function takeKeptVisit(tx: Transaction, held: { secretHash: Hash; userId: string }) {
  const where = { ...held, interactionUid: { not: null }, expiresAt: { gt: new Date() } };
  const visit = await tx.connectionVisit.findUnique({ where });
  if (!visit?.identity || !(await useVisit(tx, held.secretHash))) return undefined;
  return { ...visit, identity: ProviderIdentity.parse(visit.identity) };
}

/** Ends all visits of a connection that are under way. */
export async function endVisits(tx: Transaction, connectionId: string): Promise<void> {
  await tx.connectionVisit.deleteMany({ where: { connectionId } });
}
