import type { DomainEvent, EventType, Subscriber } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { joinPendingGroups } from '../groups/join-pending-groups.js';
import type { ScimServices } from '../services.js';

/** Keeps the users of directories in step with the members of the tenant, whoever changes those. */
export function memberSubscribers(services: Pick<ScimServices, 'services'>): Subscriber<Transaction>[] {
  const active = (on: EventType, isActive: boolean): Subscriber<Transaction> => ({
    on,
    handle: (tx, event) => setActive(tx, event, isActive),
  });
  return [
    { on: 'member.added', handle: (tx, event) => acceptUser(tx, services, event) },
    active('member.suspended', false),
    active('member.removed', false),
    active('member.reactivated', true),
  ];
}

/**
 * Somebody has accepted the invitation of a user of a directory: from now on this account is the user. The membership has the
 * id of the invitation. An email alone proves nothing.
 */
async function acceptUser(
  tx: Transaction,
  services: Pick<ScimServices, 'services'>,
  { tenantId, subjectId: userId, data: { membershipId } }: DomainEvent,
): Promise<void> {
  if (tenantId === null || userId === null || typeof membershipId !== 'string') return;
  const where = { invitationId: membershipId, tenantId, status: 'PENDING' as const };
  const rows = await tx.directoryUser.findMany({ where, select: { id: true, directoryId: true } });
  for (const { id, directoryId } of rows) {
    const other = { directoryId_userId: { directoryId, userId } };
    // Another user of the directory is this account already. The next change of this one is refused with a reason.
    if (await tx.directoryUser.findUnique({ where: other, select: { id: true } })) continue;
    const data = { status: 'ACTIVE', userId, invitationId: null, version: { increment: 1 } } as const;
    await tx.directoryUser.update({ where: { id }, data });
    await joinPendingGroups(tx, services, { directory: { directoryId, tenantId }, row: { id, userId } });
  }
}

/** What the directory itself has set is so already: then no version changes. */
async function setActive(
  tx: Transaction,
  { tenantId, subjectId: userId }: DomainEvent,
  active: boolean,
): Promise<void> {
  if (tenantId === null || userId === null) return;
  const where = { userId, tenantId, active: !active };
  await tx.directoryUser.updateMany({ where, data: { active, version: { increment: 1 } } });
}
