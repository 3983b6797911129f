import { leaveGroups } from '../groups/join-pending-groups.js';
import { requireMatch } from '../protocol/etag.js';
import { actorOfDirectory, type CallingDirectory, membersOf, type ScimServices } from '../services.js';
import { changeDirectory, lockTenantOf } from '../sync/change-directory.js';
import { suspendIfMember } from './follow-user.js';
import { noteUser } from './update-user.js';
import { findUser } from './user-row.js';

/** Deletes a user of the directory. The member is suspended; somebody who has not accepted yet is no longer invited. */
export function deleteUser(
  services: ScimServices,
  { directory, id, ifMatch }: { directory: CallingDirectory; id: string; ifMatch: string },
): Promise<void> {
  const request = { method: 'DELETE', resource: 'User' } as const;
  return changeDirectory(services, { directory, request }, async (tx, notes) => {
    const { directoryId, tenantId } = directory;
    await lockTenantOf(tx, directory);
    const row = await findUser(tx, { directoryId, id });
    noteUser(notes, row);
    requireMatch(ifMatch, row.version);
    await leaveGroups(tx, services, { directory, row });
    await tx.directoryUser.delete({ where: { id: row.id } });
    notes.outcomes.add('deleted');
    const actor = actorOfDirectory(directory);
    if (row.userId !== null && (await suspendIfMember(tx, services, { directory, userId: row.userId })))
      notes.outcomes.add('suspended');
    if (row.invitationId !== null && row.status === 'PENDING')
      if (await membersOf(services).uninvite(tx, { tenantId, invitationId: row.invitationId, actor }))
        notes.outcomes.add('uninvited');
  });
}
