import { type Actor, type DomainEvent, IdentityError, type Subscriber } from '@org/identity-core';
import { type IdentityPluginHost, lockTenantsOfUser, type Transaction } from '@org/identity-prisma';
import { hasOtherOwner } from './has-other-owner.js';

type Services = Pick<IdentityPluginHost, 'events'>;

/** Suspends memberships while an account waits to be erased, and restores them if it is kept. */
export function accountSubscribers(services: Services): Subscriber<Transaction>[] {
  return [
    { on: 'account.deleted', handle: (tx, event) => suspendMemberships(tx, services, event) },
    { on: 'account.kept', handle: (tx, event) => restoreMemberships(tx, services, event) },
  ];
}

/** Suspends all memberships of a user; throws if a tenant would have no owner. Invitations stay: they grant no access yet. */
async function suspendMemberships(tx: Transaction, { events }: Services, { actor, subjectId }: DomainEvent) {
  const userId = subjectId ?? '';
  await lockTenantsOfUser(tx, userId);
  // Read under the locks: a membership may have been suspended, promoted or removed a moment ago.
  const tenant = { closingAt: null };
  const active = await tx.membership.findMany({
    where: { userId, status: 'ACTIVE', tenant },
    orderBy: { tenantId: 'asc' },
  });
  for (const { tenantId, role } of active) if (role === 'owner') await requireAnotherOwner(tx, tenantId, userId);
  await tx.membership.updateMany({
    where: { id: { in: active.map(({ id }) => id) } },
    data: { status: 'SUSPENDED', keptStatus: 'ACTIVE' },
  });
  for (const membership of active) await publish(tx, events, 'member.suspended', actor, membership);
}

/** Restores the memberships that were active when the account was deleted and that nobody has changed since. */
async function restoreMemberships(tx: Transaction, { events }: Services, { actor, subjectId }: DomainEvent) {
  const userId = subjectId ?? '';
  await lockTenantsOfUser(tx, userId);
  const kept = await tx.membership.findMany({
    where: { userId, keptStatus: 'ACTIVE', tenant: { closingAt: null } },
    orderBy: { tenantId: 'asc' },
  });
  await tx.membership.updateMany({
    where: { id: { in: kept.map(({ id }) => id) } },
    data: { status: 'ACTIVE', keptStatus: null },
  });
  for (const membership of kept) await publish(tx, events, 'member.reactivated', actor, membership);
}

async function requireAnotherOwner(tx: Transaction, tenantId: string, userId: string): Promise<void> {
  if (await hasOtherOwner(tx, tenantId, { userId })) return;
  throw new IdentityError(
    'TENANT_OWNER',
    'You are the only owner of a tenant. Make another member an owner first, or delete the tenant.',
  );
}

function publish(
  tx: Transaction,
  events: Services['events'],
  type: 'member.suspended' | 'member.reactivated',
  actor: Actor,
  { id, tenantId, userId, role }: { id: string; tenantId: string; userId: string; role: string },
): Promise<string> {
  const data = { membershipId: id, role, previousRole: role };
  return events.publish(tx, { type, tenantId, actor, subjectId: userId, data });
}
