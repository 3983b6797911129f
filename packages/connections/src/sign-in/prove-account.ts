import { activeUser, inTenantTransaction, lockTenantRow, lockUserRow, type Transaction } from '@org/identity-prisma';
import { recordAttempt } from '../attempts/record-attempt.js';
import type { ConnectionServices } from '../services.js';
import { keepVisitFor } from '../visits/visits.js';
import { decide, findDecidingConnection, isInForce } from './decide.js';
import { joinTenant } from './join-tenant.js';
import type { Opened, SignInVisit } from './sign-in-visit.js';

/** What the owner of an account has proven: the password at an epoch of the account, or the mailbox. */
export type Proof = { readonly userId: string; readonly epoch: number } | 'mailbox';

/**
 * Opens an account whose owner has proven it, and holds the identity for it. It is linked only when the sign-in is complete:
 * if a second factor is required, a password or a mailbox alone must not create another way to sign in. Returns undefined if
 * something has changed meanwhile.
 */
export async function openProven(
  services: ConnectionServices,
  visit: SignInVisit,
  proof: Proof,
): Promise<Opened | undefined> {
  const { db, accounts } = services;
  const before = await findDecidingConnection(db, visit.connectionId);
  if (!before) return undefined;
  const decision = await decide(db, accounts, before, visit.identity);
  if (decision.kind !== 'prove') return undefined;
  const { tenantId } = before;
  const { userId } = decision;
  if (proof !== 'mailbox' && proof.userId !== userId) return undefined;
  const work = inTenantTransaction({ db, tenantId, locks: 'tenant' }, async (tx) => {
    const user = await lockUserRow(tx, userId, activeUser);
    // The password may have been changed in the meantime; from here on, changes wait for this transaction.
    if (!user || (proof !== 'mailbox' && user.epoch !== proof.epoch)) return undefined;
    if (!(await lockTenantRow(tx, tenantId))) return undefined;
    return keepProven(services, tx, visit, { userId, isMailbox: proof === 'mailbox' });
  });
  const opened = await work.catch((error: unknown) => {
    if (error instanceof Overtaken) return undefined;
    throw error;
  });
  services.sendLogoutNotices();
  return opened;
}

/** Something has changed since the proof was asked for: the transaction rolls back. */
class Overtaken extends Error {}

async function keepProven(
  services: ConnectionServices,
  tx: Transaction,
  { secret, connectionId, version, identity }: SignInVisit,
  { userId, isMailbox }: { userId: string; isMailbox: boolean },
): Promise<Opened> {
  const { accounts } = services;
  if (!(await keepVisitFor(tx, secret.secretHash, userId))) throw new Overtaken();
  const connection = await findDecidingConnection(tx, connectionId);
  if (!isInForce(connection, version)) throw new Overtaken();
  const decision = await decide(tx, accounts, connection, identity);
  if (decision.kind !== 'prove' || decision.userId !== userId) throw new Overtaken();
  if (isMailbox) await reclaim(services, tx, userId);
  if (decision.joins) await joinTenant(services, tx, { connection, userId, identity });
  await recordAttempt(tx, { connectionId, identity, userId }, { signedIn: 'proven' });
  const { signInEpoch: epoch } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { signInEpoch: true },
  });
  const link = Buffer.from(secret.secretHash).toString('base64url');
  return { userId, epoch, tenantId: connection.tenantId, trustMfa: connection.trustMfa, link };
}

/** An account whose email was never verified may have been made by somebody else: nothing of it stays but the email. */
async function reclaim({ accounts }: ConnectionServices, tx: Transaction, userId: string): Promise<void> {
  if ((await tx.user.count({ where: { id: userId, emailVerified: false } })) === 0) return;
  await tx.connectionLink.deleteMany({ where: { userId } });
  await accounts.reclaim(tx, userId);
}
