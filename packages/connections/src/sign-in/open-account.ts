import type { Actor } from '@org/identity-core';
import {
  activeUser,
  inTenantTransaction,
  inTransaction,
  lockTenantRow,
  lockUserRow,
  lockUserRowShared,
  type Transaction,
} from '@org/identity-prisma';
import type { Refusal, Success } from '../attempts/reasons.js';
import { recordAttempt } from '../attempts/record-attempt.js';
import { isUniqueViolation } from '../domains/verify-domain.js';
import type { ConnectionServices } from '../services.js';
import { useVisit } from '../visits/visits.js';
import {
  type DecidingConnection,
  type Decision,
  decide,
  findDecidingConnection,
  isInForce,
  mayJoin,
} from './decide.js';
import { followEmail } from './follow-email.js';
import { joinTenant } from './join-tenant.js';
import { keepLink } from './links.js';
import type { Opened, SignInVisit } from './sign-in-visit.js';

/** What became of a visit: an account, a refusal, a question for the owner, or nothing because it is over. */
export type Settled =
  | { readonly opened: Opened }
  | { readonly refused: Refusal }
  | { readonly prove: { readonly userId: string } }
  | 'over';

/** Something has changed since the decision was made: the transaction rolls back. */
class Overtaken extends Error {}

/** Decides about a visit and does what was decided. A visit is used once, unless the user has to prove an account. */
export async function openAccount(services: ConnectionServices, visit: SignInVisit): Promise<Settled> {
  // The second time, because another request, such as one of another tab, has changed something meanwhile.
  for (const isLast of [false, true]) {
    try {
      return await tryToOpen(services, visit);
    } catch (error) {
      // Two accounts got the same email at the same moment.
      if (!(error instanceof Overtaken || isUniqueViolation(error))) throw error;
      if (isLast) break;
    }
  }
  return 'over';
}

async function tryToOpen(services: ConnectionServices, visit: SignInVisit): Promise<Settled> {
  const { db, accounts } = services;
  const connection = await findDecidingConnection(db, visit.connectionId);
  if (!connection) return 'over';
  if (!isInForce(connection, visit.version)) return refuse(services, visit, { reason: 'not_active' });
  const decision = await decide(db, accounts, connection, visit.identity);
  if (decision.kind === 'refused') return refuse(services, visit, decision);
  if (decision.kind === 'prove') return { prove: { userId: decision.userId } };
  if (decision.kind === 'new') return openNew(services, visit, connection);
  if (decision.newEmail === 'changed') return openRenamed(services, visit, decision);
  return decision.joins ? openJoining(services, visit, connection, decision) : openMember(services, visit, decision);
}

async function refuse(
  { db }: ConnectionServices,
  { secret, connectionId, identity }: SignInVisit,
  { reason, userId }: { reason: Refusal; userId?: string },
): Promise<Settled> {
  return inTransaction(db, async (tx) => {
    if (!(await useVisit(tx, secret.secretHash))) return 'over';
    await recordAttempt(tx, { connectionId, identity, userId }, { refused: reason });
    return { refused: reason };
  });
}

type Known = Extract<Decision, { kind: 'known' }>;

/** An active member. The tenant is not locked: sign-ins do not wait for each other. */
async function openMember(services: ConnectionServices, visit: SignInVisit, decision: Known): Promise<Settled> {
  return inTransaction(services.db, async (tx) => {
    const user = await lockUserRowShared(tx, decision.userId, activeUser);
    const connection = await takeVisit(services, tx, visit, decision);
    if (!user) throw new Overtaken();
    return finish(tx, visit, connection, { userId: decision.userId, epoch: user.epoch, how: successOf(decision) });
  });
}

const successOf = ({ how, newEmail }: Known): Success => (newEmail === 'kept' ? 'email_kept' : how);

/** An active member whose account gets the email that the provider has sent. Its other sessions end. */
async function openRenamed(services: ConnectionServices, visit: SignInVisit, decision: Known): Promise<Settled> {
  const { userId } = decision;
  const { connectionId, sessionUid: keptSession } = visit;
  const settled = await inTransaction(services.db, async (tx) => {
    const user = await lockUserRow(tx, userId, activeUser);
    const connection = await takeVisit(services, tx, visit, decision);
    const { email } = visit.identity;
    if (!user || email === undefined) throw new Overtaken();
    const epoch = await followEmail(tx, services, { userId, email, connectionId, keptSession });
    if (epoch === undefined) throw new Overtaken();
    return finish(tx, visit, connection, { userId, epoch, how: 'email_changed' });
  });
  services.sendMail();
  services.sendLogoutNotices();
  return settled;
}

/** A user with an account, who becomes a member. Locks are taken in the order of `lock-order.ts`. */
async function openJoining(
  services: ConnectionServices,
  visit: SignInVisit,
  { tenantId }: DecidingConnection,
  decision: Known,
): Promise<Settled> {
  return inTenantTransaction({ db: services.db, tenantId, locks: 'tenant' }, async (tx) => {
    const { userId } = decision;
    const user = await lockUserRowShared(tx, userId, activeUser);
    if (!user || !(await lockTenantRow(tx, tenantId))) throw new Overtaken();
    const connection = await takeVisit(services, tx, visit, decision);
    await joinTenant(services, tx, { connection, userId, identity: visit.identity });
    return finish(tx, visit, connection, { userId, epoch: user.epoch, how: successOf(decision) });
  });
}

/** A user without an account: it is created, with the membership. */
async function openNew(
  services: ConnectionServices,
  visit: SignInVisit,
  { tenantId }: DecidingConnection,
): Promise<Settled> {
  const { db, accounts, events } = services;
  const { email, name: displayName, givenName, familyName, locale } = visit.identity;
  if (email === undefined) throw new Error('An account needs an email.');
  return inTenantTransaction({ db, tenantId, locks: 'tenant' }, async (tx) => {
    const profile = { displayName, givenName, familyName, locale };
    // The row of the new user is locked first, as the order of the locks wants it.
    const account = await accounts.create(tx, { email, passwordHash: null, ...profile });
    if (!account || !(await lockTenantRow(tx, tenantId))) throw new Overtaken();
    const connection = await takeVisit(services, tx, visit, undefined);
    // The invitation may have been revoked meanwhile.
    if (!(await mayJoin(tx, accounts, connection, email))) throw new Overtaken();
    const userId = account.id;
    const actor: Actor = { kind: 'user', id: userId };
    await events.publish(tx, { type: 'account.created', tenantId, actor, subjectId: userId, data: {} });
    await joinTenant(services, tx, { connection, userId, identity: visit.identity });
    return finish(tx, visit, connection, { userId, epoch: account.epoch, how: 'created' });
  });
}

/**
 * Uses the visit up and looks again whether the decision still holds. Whoever ends the connection ends its visits in the same
 * transaction: either this one is ended before it can be used here, or the connection is still in force.
 */
async function takeVisit(
  { accounts }: ConnectionServices,
  tx: Transaction,
  { secret, connectionId, version, identity }: SignInVisit,
  decision: Known | undefined,
): Promise<DecidingConnection> {
  const used = await useVisit(tx, secret.secretHash);
  const connection = await findDecidingConnection(tx, connectionId);
  if (!used || !isInForce(connection, version)) throw new Overtaken();
  if (!decision) return connection;
  const again = await decide(tx, accounts, connection, identity);
  if (again.kind !== 'known' || again.userId !== decision.userId) throw new Overtaken();
  if (again.joins !== decision.joins || again.newEmail !== decision.newEmail) throw new Overtaken();
  return connection;
}

async function finish(
  tx: Transaction,
  { connectionId, identity }: SignInVisit,
  { tenantId, trustMfa }: DecidingConnection,
  { userId, epoch, how }: { userId: string; epoch: number; how: Success },
): Promise<Settled> {
  if (!(await keepLink(tx, { connectionId, userId, identity }))) throw new Overtaken();
  await recordAttempt(tx, { connectionId, identity, userId }, { signedIn: how });
  return { opened: { userId, epoch, tenantId, trustMfa } };
}
