import type { Transaction } from '@org/identity-prisma';
import { actorOfDirectory, type CallingDirectory, groupsOf, type ScimServices } from '../services.js';

interface UserOfGroups {
  readonly directory: Pick<CallingDirectory, 'directoryId' | 'tenantId'>;
  readonly row: { readonly id: string; readonly userId: string | null };
}

/** Puts a user who has become a member into the groups that the directory has named before. */
export async function joinPendingGroups(
  tx: Transaction,
  services: Pick<ScimServices, 'services'>,
  { directory, row: { id, userId } }: UserOfGroups,
): Promise<void> {
  if (userId === null) return;
  const { tenantId } = directory;
  const actor = actorOfDirectory(directory);
  for (const { groupId } of await groupsOfUser(tx, id))
    await groupsOf(services).addMembers(tx, { tenantId, groupId, userIds: [userId], actor });
}

/** Takes a user who is about to be deleted out of all groups of the directory. */
export async function leaveGroups(
  tx: Transaction,
  services: Pick<ScimServices, 'services'>,
  { directory, row: { id, userId } }: UserOfGroups,
): Promise<void> {
  const { tenantId } = directory;
  const groups = await groupsOfUser(tx, id);
  if (groups.length === 0) return;
  const where = { id: { in: groups.map((group) => group.id) } };
  await tx.directoryGroupMember.deleteMany({ where: { memberId: id } });
  await tx.directoryGroup.updateMany({ where, data: { version: { increment: 1 } } });
  if (userId === null) return;
  const actor = actorOfDirectory(directory);
  for (const { groupId } of groups)
    await groupsOf(services).removeMembers(tx, { tenantId, groupId, userIds: [userId], actor });
}

async function groupsOfUser(tx: Transaction, memberId: string) {
  const rows = await tx.directoryGroupMember.findMany({
    where: { memberId },
    orderBy: { groupId: 'asc' },
    select: { group: { select: { id: true, groupId: true } } },
  });
  return rows.map(({ group }) => group);
}
