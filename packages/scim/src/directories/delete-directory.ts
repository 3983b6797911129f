import { actorOf, reply } from '@org/identity-core';
import { changeAsFreshOwner, inTenantTransaction, lockTenantRow } from '@org/identity-prisma';
import { actorOfDirectory, groupsOf, membersOf, type ScimServices } from '../services.js';
import type { DirectoryCall } from './directory-call.js';
import { findDirectory } from './find-directory.js';

/** How many users or groups one transaction removes: others wait for the tenant's lock meanwhile. */
const atOnce = 50;

/**
 * Deletes a directory. From the first moment its tokens are not valid. Its users are suspended as if the directory had
 * deleted them, in batches, and its groups are deleted. The last owner stays active. The row is deleted last: if something
 * fails in between, the deletion is repeated.
 */
export async function deleteDirectory(services: ScimServices, call: DirectoryCall) {
  const { db, events, issuer } = services;
  const { tenantId, principal } = call;
  const { id, name } = await changeAsFreshOwner(db, call, async (tx) => {
    const found = await findDirectory(tx, { tenantId, directoryId: call.directoryId, issuer });
    await tx.directoryToken.deleteMany({ where: { directoryId: found.id } });
    return found;
  });
  let suspended = 0;
  for (let more = true; more; ) {
    const batch = await suspendBatch(services, { tenantId, directoryId: id });
    suspended += batch.suspended;
    more = batch.more;
  }
  while (await deleteGroups(services, { tenantId, directoryId: id }));
  return changeAsFreshOwner(db, call, async (tx) => {
    await findDirectory(tx, { tenantId, directoryId: id, issuer });
    const actor = actorOf(principal);
    const told = { type: 'directory.deleted', tenantId, actor, subjectId: id, data: { name, suspended } } as const;
    await events.publish(tx, told);
    await tx.directory.delete({ where: { id } });
    return reply({
      success: true,
      message: 'The directory was deleted. Its users are suspended, its groups are deleted.',
    });
  });
}

interface Batch {
  readonly tenantId: string;
  readonly directoryId: string;
}

function suspendBatch(services: ScimServices, { tenantId, directoryId }: Batch) {
  const { db } = services;
  const members = membersOf(services);
  const actor = actorOfDirectory({ directoryId });
  return inTenantTransaction({ db, tenantId, locks: 'tenant', timeout: 60_000 }, async (tx) => {
    if (!(await lockTenantRow(tx, tenantId))) return { suspended: 0, more: false };
    const rows = await tx.directoryUser.findMany({ where: { directoryId }, orderBy: { id: 'asc' }, take: atOnce });
    // First the resources: what follows from the suspension has not to look after them.
    await tx.directoryUser.deleteMany({ where: { id: { in: rows.map(({ id }) => id) } } });
    let suspended = 0;
    for (const { userId, invitationId, status } of rows) {
      if (userId !== null && (await suspendUnlessLast(tx, members, { tenantId, userId, actor }))) suspended += 1;
      if (invitationId !== null && status === 'PENDING') await members.uninvite(tx, { tenantId, invitationId, actor });
    }
    return { suspended, more: rows.length === atOnce };
  });
}

async function deleteGroups(services: ScimServices, { tenantId, directoryId }: Batch): Promise<boolean> {
  const { db } = services;
  const actor = actorOfDirectory({ directoryId });
  return inTenantTransaction({ db, tenantId, locks: 'tenant', timeout: 60_000 }, async (tx) => {
    const rows = await tx.directoryGroup.findMany({ where: { directoryId }, orderBy: { id: 'asc' }, take: atOnce });
    for (const { groupId } of rows) await groupsOf(services).remove(tx, { tenantId, groupId, actor });
    return rows.length === atOnce;
  });
}

/** A tenant keeps an owner who can manage it. */
async function suspendUnlessLast(
  tx: Parameters<ReturnType<typeof membersOf>['suspend']>[0],
  members: ReturnType<typeof membersOf>,
  change: { tenantId: string; userId: string; actor: ReturnType<typeof actorOfDirectory> },
): Promise<boolean> {
  const { tenantId, userId } = change;
  const membership = await tx.membership.findUnique({
    where: { tenantId_userId: { tenantId, userId } },
    select: { status: true, role: true },
  });
  if (membership?.status !== 'ACTIVE') return false;
  if (membership.role !== 'owner') return members.suspend(tx, change);
  // Owners were there before the directory, or were made owners by hand. Whether another one is left is checked at the end.
  const where = { tenantId, role: 'owner' as const, status: 'ACTIVE' as const, userId: { not: userId } };
  return (await tx.membership.count({ where: { ...where, user: { disabledAt: null } } })) > 0
    ? members.suspend(tx, change)
    : false;
}
