import { type Actor, type EventType, reply } from '@org/identity-core';
import {
  endOtherSessions,
  inTransactionOfTenants,
  lockTenantsOfUser,
  lockUserToChange,
  type Transaction,
} from '@org/identity-prisma';
import { deletePendingRequests } from '../accounts/delete-pending-requests.js';
import type { AccountServices } from './administration-services.js';
import { findUser, type NamedUser, userNotFound } from './find-user.js';

/** A user may belong to many tenants, each with a lock to wait for. */
const timeout = 30_000;
const tenantsAtOnce = 1_000;

interface StatusChange {
  /** The email or id. */
  readonly user: string;
  readonly actor: Actor;
}

interface ChangedUser extends NamedUser {
  /** False if the user was disabled, or enabled, already. */
  changed: boolean;
}

export interface DisabledUser extends ChangedUser {
  /** Slugs of the tenants that have no other owner who can sign in. */
  withoutOwner: string[];
  /** Whether no other super admin can sign in. */
  lastSuperAdmin: boolean;
}

/**
 * Disables a user: from the commit on, no sign-in, session, grant or token works. Memberships and seats stay. The last
 * owner and the last super admin can be disabled as well: a stolen account has to be closed at once.
 */
export function disableUser({ db, events }: AccountServices, change: StatusChange): Promise<DisabledUser> {
  return inTransactionOfTenants({ db, timeout }, async (tx) => {
    const user = await disableInTransaction(tx, events, change);
    return reply({ ...user, ...(await ownersLeft(tx, user.id)) });
  });
}

/** The same for other plugins, whose routes have replies of their own. Returns false if the user was disabled already. */
export function disableForPlugin({ db, events }: AccountServices, change: StatusChange): Promise<boolean> {
  return inTransactionOfTenants(
    { db, timeout },
    async (tx) => (await disableInTransaction(tx, events, change)).changed,
  );
}

/** Lets a disabled user sign in again. Ended sessions, grants and tokens stay ended. */
export function enableUser({ db, events }: AccountServices, change: StatusChange): Promise<ChangedUser> {
  return db.$transaction(async (tx) => reply(await enableInTransaction(tx, events, change)));
}

/** The same for other plugins, whose routes have replies of their own. Returns false if the user was not disabled. */
export function enableForPlugin({ db, events }: AccountServices, change: StatusChange): Promise<boolean> {
  return db.$transaction(async (tx) => (await enableInTransaction(tx, events, change)).changed);
}

/** The same in the caller's transaction. */
export async function disableInTransaction(
  tx: Transaction,
  events: AccountServices['events'],
  { user: emailOrId, actor }: StatusChange,
): Promise<ChangedUser> {
  const user = await findUser(tx, emailOrId);
  // First, because the lock on this row decides about sign-ins in flight.
  await lockUserToChange(tx, { userId: user.id, actor });
  const { count } = await tx.user.updateMany({
    where: { id: user.id, disabledAt: null },
    data: { disabledAt: new Date(), signInEpoch: { increment: 1 } },
  });
  const changed = count === 1;
  if (changed) {
    // Before sessions and grants. See `lock-order.ts`.
    await lockTenantsOfUser(tx, user.id);
    await deletePendingRequests(tx, user.id);
    const endedIn = await endOtherSessions(tx, { accountId: user.id, except: null });
    await publish(events, tx, { type: 'user.disabled', actor, userId: user.id, endedIn });
  }
  return { ...user, changed };
}

/** The same in the caller's transaction. */
export async function enableInTransaction(
  tx: Transaction,
  events: AccountServices['events'],
  { user: emailOrId, actor }: StatusChange,
): Promise<ChangedUser> {
  const user = await findUser(tx, emailOrId);
  await lockUserToChange(tx, { userId: user.id, actor });
  const where = { id: user.id, disabledAt: { not: null } };
  const { count } = await tx.user.updateMany({ where, data: { disabledAt: null } });
  if (count === 1) await publish(events, tx, { type: 'user.enabled', actor, userId: user.id });
  return { ...user, changed: count === 1 };
}

/**
 * Publishes the event, and records it for every tenant of the user: their event streams, webhooks and license mirrors see
 * only what belongs to them. Invited users are not members yet.
 */
async function publish(
  events: AccountServices['events'],
  tx: Transaction,
  { type, actor, userId, endedIn = [] }: { type: EventType; actor: Actor; userId: string; endedIn?: readonly string[] },
): Promise<void> {
  const event = { type, tenantId: null, actor, subjectId: userId, data: {} };
  await events.publish(tx, event, { endedIn });
  const where = { userId, status: { not: 'INVITED' }, tenant: { closingAt: null } } as const;
  const tenants = await tx.membership.findMany({ where, orderBy: { tenantId: 'asc' }, select: { tenantId: true } });
  for (let from = 0; from < tenants.length; from += tenantsAtOnce)
    await events.recordAll(
      tx,
      tenants.slice(from, from + tenantsAtOnce).map(({ tenantId }) => ({ ...event, tenantId })),
    );
}

async function ownersLeft(tx: Transaction, userId: string) {
  const canSignIn = { disabledAt: null, deletedAt: null };
  const tenants = await tx.tenant.findMany({
    where: {
      closingAt: null,
      memberships: { some: { userId, role: 'owner', status: 'ACTIVE' } },
      NOT: { memberships: { some: { role: 'owner', status: 'ACTIVE', user: canSignIn } } },
    },
    select: { slug: true },
    orderBy: { slug: 'asc' },
  });
  const user = await tx.user.findUnique({ where: { id: userId }, select: { superAdmin: true } });
  if (!user) throw userNotFound(userId);
  const others = user.superAdmin ? await tx.user.count({ where: { superAdmin: true, ...canSignIn } }) : 1;
  return { withoutOwner: tenants.map(({ slug }) => slug), lastSuperAdmin: others === 0 };
}
