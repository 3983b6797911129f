import { isDeepStrictEqual } from 'node:util';
import { actorOf, reply, validationFailed } from '@org/identity-core';
import { changeAsFreshOwner } from '@org/identity-prisma';
import type { DirectoryChanges } from '../schemas.js';
import { membersOf, type ScimServices } from '../services.js';
import type { DirectoryCall } from './directory-call.js';
import { findDirectory } from './find-directory.js';

/** The detail of an error, by which pages say what to do first. */
export const confirmFirst = 'needs a directory that an owner has confirmed';

/** Changes the name of a directory, or which roles members of groups get. The roles follow at once. */
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
    if (Object.keys(roleByGroup).length > 0 && !before.confirmed)
      throw validationFailed([{ path: 'roleByGroup', message: confirmFirst }]);
    const isRenamed = name !== before.name;
    const isRuled = !isDeepStrictEqual(roleByGroup, before.roleByGroup);
    const changed = [...(isRenamed ? ['name'] : []), ...(isRuled ? ['roleByGroup'] : [])];
    if (changed.length === 0) return reply(before);
    const actor = actorOf(principal);
    if (isRenamed) await tx.directory.update({ where: { id }, data: { name } });
    await events.publish(tx, { type: 'directory.updated', tenantId, actor, subjectId: id, data: { name, changed } });
    if (isRuled) await membersOf(services).setRoleRules(tx, { tenantId, sourceId: id, roleByGroup, actor });
    return reply(await findDirectory(tx, { tenantId, directoryId: id, issuer }));
  });
}
