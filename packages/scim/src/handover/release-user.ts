import type { Transaction } from '@org/identity-prisma';
import { suspendUnlessLast } from '../directories/suspend-unless-last.js';
import { leaveGroups, settleGroups } from '../groups/settle-groups.js';
import { actorOfDirectory, type CallingDirectory, type ScimServices } from '../services.js';
import { dropRequest } from '../users/hold-request.js';
import type { UserRow } from '../users/user-row.js';

type Of = Pick<CallingDirectory, 'directoryId' | 'tenantId'>;

/**
 * Does what a directory was waiting for, for a member whom it manages from now on: the member is in its groups, or
 * is suspended if the directory wants that. The last owner stays, and so does the request. The tenant is locked.
 */
export async function releaseUser(
  tx: Transaction,
  services: Pick<ScimServices, 'services'>,
  { directory, row }: { readonly directory: Of; readonly row: UserRow },
): Promise<void> {
  const { id, userId, heldRequest } = row;
  if (userId === null) return;
  if (row.status === 'PENDING') await tx.directoryUser.update({ where: { id }, data: { status: 'ACTIVE' } });
  await settleGroups(tx, services, { directory, row });
  if (heldRequest === null) return;
  const { tenantId } = directory;
  const actor = actorOfDirectory(directory);
  if ((await suspendUnlessLast(tx, services, { tenantId, userId, actor })) === 'last') return;
  if (heldRequest !== 'DELETE') return dropRequest(tx, row);
  await leaveGroups(tx, services, { directory, row });
  await tx.directoryUser.delete({ where: { id } });
}
