import type { DomainEvent, EventType, Subscriber } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { findUnsettled, settleGroups } from '../groups/settle-groups.js';
import type { ScimServices } from '../services.js';
import { manages, readStanding } from '../standing/read-standing.js';

/** Keeps the users of directories in step with the members of the tenant, whoever changes those. */
export function memberSubscribers(services: Pick<ScimServices, 'services'>): Subscriber<Transaction>[] {
  const active = (on: EventType, isActive: boolean): Subscriber<Transaction> => ({
    on,
    handle: (tx, event) => setActive(tx, event, isActive),
  });
  return [
    { on: 'member.added', handle: (tx, event) => acceptUser(tx, services, event) },
    {
      on: 'member.role_changed',
      handle: (tx, event) => followRole(tx, services, event),
      async handleAll(tx, events) {
        const unsettled = await findUnsettled(tx, events);
        for (const event of events)
          if (unsettled.has(`${event.tenantId} ${event.subjectId}`)) await followRole(tx, services, event);
      },
    },
    active('member.suspended', false),
    { on: 'member.removed', handle: forgetMember },
    active('member.reactivated', true),
  ];
}

/**
 * Somebody has accepted the invitation of a user of a directory: from now on this account is the user. The membership
 * has the id of the invitation. An email alone proves nothing.
 */
async function acceptUser(
  tx: Transaction,
  services: Pick<ScimServices, 'services'>,
  { tenantId, subjectId: userId, data: { membershipId } }: DomainEvent,
): Promise<void> {
  if (tenantId === null || userId === null || typeof membershipId !== 'string') return;
  const where = { invitationId: membershipId, tenantId, status: 'PENDING' as const };
  const select = { id: true, directoryId: true, foreignInvitation: true };
  for (const { id, directoryId, foreignInvitation } of await tx.directoryUser.findMany({ where, select })) {
    const key = { directoryId_userId: { directoryId, userId } };
    // Another user of the directory is this account already. The next change of this one is refused with a reason.
    if (await tx.directoryUser.findUnique({ where: key, select: { id: true } })) continue;
    if (!foreignInvitation)
      await tx.directoryMember.upsert({ where: key, create: { directoryId, userId }, update: {} });
    const standing = await readStanding(tx, { directoryId, userId });
    const managed = standing !== undefined && (await manages(tx, services, { tenantId, standing }));
    const status = managed ? 'ACTIVE' : 'PENDING';
    const data = { status, userId, invitationId: null, foreignInvitation: false, version: { increment: 1 } } as const;
    await tx.directoryUser.update({ where: { id }, data });
    if (managed) await settleGroups(tx, services, { directory: { directoryId, tenantId }, row: { id, userId } });
  }
}

/** What a directory has changed in its groups while the member was an admin is done once the member is one no more. */
async function followRole(
  tx: Transaction,
  services: Pick<ScimServices, 'services'>,
  { tenantId, subjectId: userId }: DomainEvent,
): Promise<void> {
  if (tenantId === null || userId === null) return;
  const where = { tenantId, userId, status: 'ACTIVE' as const };
  const rows = await tx.directoryUser.findMany({
    where,
    orderBy: { id: 'asc' },
    select: { id: true, directoryId: true },
  });
  for (const { id, directoryId } of rows) {
    const standing = await readStanding(tx, { directoryId, userId });
    if (standing?.live && (await manages(tx, services, { tenantId, standing })))
      await settleGroups(tx, services, { directory: { directoryId, tenantId }, row: { id, userId } });
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

/** The user is no longer active. Who comes back later is another member, and has to be invited or handed over again. */
async function forgetMember(tx: Transaction, { tenantId, subjectId: userId }: DomainEvent): Promise<void> {
  if (tenantId === null || userId === null) return;
  await tx.$executeRaw`
    WITH forgotten AS (
      DELETE FROM identity.directory_members known USING identity.directories d
      WHERE known.user_id = ${userId}::uuid AND d.id = known.directory_id AND d.tenant_id = ${tenantId}::uuid)
    UPDATE identity.directory_users
    SET active = false, version = version + active::int, held_request = NULL, held_at = NULL, updated_at = now()
    WHERE user_id = ${userId}::uuid AND tenant_id = ${tenantId}::uuid AND (active OR held_request IS NOT NULL)`;
}
