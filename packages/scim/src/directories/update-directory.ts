import { isDeepStrictEqual } from 'node:util';
import { actorOf, reply, validationFailed } from '@org/identity-core';
import { changeAsFreshOwner } from '@org/identity-prisma';
import type { DirectoryChanges } from '../schemas.js';
import { membersOf, type ScimServices } from '../services.js';
import type { DirectoryCall } from './directory-call.js';
import { findDirectory } from './find-directory.js';
import { requireConnection } from './require-connection.js';

/** The detail of an error, by which pages say what to do first. */
export const confirmFirst = 'needs a directory that an owner has confirmed';

const fields = ['name', 'connectionId', 'roleByGroup'] as const;

/**
 * Changes a directory: its name, the connection of the accounts that it creates from then on, or which roles members of groups
 * get. The roles follow at once.
 */
export function updateDirectory(
  services: Pick<ScimServices, 'db' | 'events' | 'issuer' | 'services'>,
  { changes, ...call }: DirectoryCall & { readonly changes: DirectoryChanges },
) {
  const { db, events, issuer } = services;
  const { tenantId, principal } = call;
  return changeAsFreshOwner(db, call, async (tx) => {
    const before = await findDirectory(tx, { tenantId, directoryId: call.directoryId, issuer });
    const { id } = before;
    const { name = before.name, roleByGroup = before.roleByGroup } = changes;
    const connectionId =
      changes.connectionId === undefined ? before.connectionId : (changes.connectionId?.toLowerCase() ?? null);
    const after = { name, connectionId, roleByGroup };
    const changed = fields.filter((field) => !isDeepStrictEqual(after[field], before[field]));
    if (changed.length === 0) return reply(before);
    if (changed.includes('connectionId') && connectionId !== null)
      await requireConnection(tx, { tenantId, connectionId });
    if (Object.keys(roleByGroup).length > 0 && !before.confirmed)
      throw validationFailed([{ path: 'roleByGroup', message: confirmFirst }]);
    const actor = actorOf(principal);
    await tx.directory.update({ where: { id }, data: { name, connectionId } });
    await events.publish(tx, { type: 'directory.updated', tenantId, actor, subjectId: id, data: { name, changed } });
    if (changed.includes('roleByGroup'))
      await membersOf(services).setRoleRules(tx, { tenantId, sourceId: id, roleByGroup, actor });
    return reply(await findDirectory(tx, { tenantId, directoryId: id, issuer }));
  });
}
