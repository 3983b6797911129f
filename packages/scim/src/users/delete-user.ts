import { leaveGroups } from '../groups/settle-groups.js';
import { requireMatch } from '../protocol/etag.js';
import type { CallingDirectory, ScimServices } from '../services.js';
import { manages, readStanding } from '../standing/read-standing.js';
import { changeDirectory, lockTenantOf } from '../sync/change-directory.js';
import { suspend } from './follow-user.js';
import { holdRequest } from './hold-request.js';
import { revokeInvitation } from './invitation-of-user.js';
import { noteUser } from './update-user.js';
import { findUser, type UserRow } from './user-row.js';

/**
 * Deletes a user of the directory. The member is suspended; somebody who has not accepted yet is no longer invited. An
 * active member whom the directory does not manage stays, with the resource: it is returned then.
 */
export function deleteUser(
  services: ScimServices,
  { directory, id, ifMatch }: { directory: CallingDirectory; id: string; ifMatch: string },
): Promise<UserRow | undefined> {
  const request = { method: 'DELETE', resource: 'User' } as const;
  return changeDirectory(services, { directory, request }, async (tx, notes) => {
    const { directoryId, tenantId } = directory;
    const locked = await lockTenantOf(tx, directory);
    const row = await findUser(tx, { directoryId, id });
    const standing = (row.userId === null ? undefined : await readStanding(tx, row)) ?? locked;
    noteUser(notes, row);
    requireMatch(ifMatch, row.version);
    const isActive = standing.member?.active === true;
    const managed = await manages(tx, services, { tenantId, standing });
    if (isActive && !managed) {
      await holdRequest(tx, services, { directory, row, request: 'DELETE', notes });
      return row;
    }
    await leaveGroups(tx, services, { directory, row });
    await tx.directoryUser.delete({ where: { id: row.id } });
    notes.outcomes.add('deleted');
    if (row.userId !== null && isActive) await suspend(tx, services, { directory, userId: row.userId, notes });
    if (await revokeInvitation(tx, services, { directory, standing, row })) notes.outcomes.add('uninvited');
    return undefined;
  });
}
