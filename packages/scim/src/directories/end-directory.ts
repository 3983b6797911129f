import type { Actor } from '@org/identity-core';
import type { Prisma, Transaction } from '@org/identity-prisma';
import { actorOfDirectory, groupsOf, membersOf, type ScimServices } from '../services.js';
import { manages, readStanding } from '../standing/read-standing.js';
import { suspendUnlessLast } from './suspend-unless-last.js';

/** How many users or groups one transaction removes: others wait for the tenant's lock meanwhile. */
const atOnce = 50;

export interface Ending {
  readonly tenantId: string;
  readonly directoryId: string;
}

/** Ends the use of a directory at once. What it has made is undone by `endBatch`, until nothing is left. */
export async function beginEnd(tx: Transaction, { directoryId }: Pick<Ending, 'directoryId'>): Promise<void> {
  await tx.directoryToken.deleteMany({ where: { directoryId } });
  await tx.directory.updateMany({ where: { id: directoryId, endingAt: null }, data: { endingAt: new Date() } });
}

/**
 * Suspends some users of a directory as if it had deleted them, then deletes some of its groups. Members whom it does
 * not manage, and the last owner, stay as they are. The tenant is locked. Returns how many were suspended, and whether
 * there are more.
 */
export async function endBatch(tx: Transaction, services: ScimServices, { tenantId, directoryId }: Ending) {
  const users = await tx.directoryUser.findMany({ where: { directoryId }, orderBy: { id: 'asc' }, take: atOnce });
  // First the resources: what follows from the suspension has not to look after them.
  await tx.directoryUser.deleteMany({ where: { id: { in: users.map(({ id }) => id) } } });
  let suspended = 0;
  for (const row of users) if (await endUser(tx, services, row)) suspended += 1;
  if (users.length === atOnce) return { suspended, more: true };
  const groups = await tx.directoryGroup.findMany({ where: { directoryId }, orderBy: { id: 'asc' }, take: atOnce });
  const actor = actorOfDirectory({ directoryId });
  for (const { groupId } of groups) await groupsOf(services).remove(tx, { tenantId, groupId, actor });
  return { suspended, more: groups.length === atOnce };
}

type UserRow = Prisma.DirectoryUserGetPayload<object>;

async function endUser(tx: Transaction, services: ScimServices, row: UserRow): Promise<boolean> {
  const { tenantId, directoryId, userId, invitationId } = row;
  const actor = actorOfDirectory(row);
  if (invitationId !== null && !row.foreignInvitation)
    await membersOf(services).uninvite(tx, { tenantId, invitationId, actor });
  const standing = userId === null ? undefined : await readStanding(tx, { directoryId, userId });
  if (userId === null || !standing || !(await manages(tx, services, { tenantId, standing }))) return false;
  return (await suspendUnlessLast(tx, services, { tenantId, userId, actor })) === 'suspended';
}

/** Deletes the row of a directory that has nothing left. */
export async function finishEnd(
  tx: Transaction,
  services: Pick<ScimServices, 'events' | 'services'>,
  { tenantId, directoryId, suspended, actor }: Ending & { readonly suspended: number; readonly actor: Actor },
): Promise<void> {
  // It may have been deleted by another process in the meantime.
  const found = await tx.directory.findUnique({ where: { id: directoryId }, select: { name: true } });
  if (!found) return;
  await membersOf(services).setRoleRules(tx, { tenantId, sourceId: directoryId, roleByGroup: {}, actor });
  const data = { name: found.name, suspended };
  await services.events.publish(tx, { type: 'directory.deleted', tenantId, actor, subjectId: directoryId, data });
  await tx.directory.delete({ where: { id: directoryId } });
}
