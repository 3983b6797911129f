import { actorOf, reply } from '@org/identity-core';
import { changeAsFreshOwner } from '@org/identity-prisma';
import type { ScimServices } from '../services.js';
import type { DirectoryCall } from './directory-call.js';
import { findDirectory } from './find-directory.js';
import { requireConnection } from './require-connection.js';

export interface UpdateDirectoryInput extends DirectoryCall {
  name?: string | undefined;
  /** Null: none. */
  connectionId?: string | null | undefined;
}

/** Changes the name or the connection of a directory. The connection is for the accounts that it creates from then on. */
export function updateDirectory(
  { db, events, issuer }: Pick<ScimServices, 'db' | 'events' | 'issuer'>,
  { name, connectionId, ...call }: UpdateDirectoryInput,
) {
  const { tenantId, principal } = call;
  return changeAsFreshOwner(db, call, async (tx) => {
    const before = await findDirectory(tx, { tenantId, directoryId: call.directoryId, issuer });
    const directoryId = before.id;
    if (connectionId) await requireConnection(tx, { tenantId, connectionId });
    const after = {
      name: name ?? before.name,
      connectionId: connectionId === undefined ? before.connectionId : (connectionId?.toLowerCase() ?? null),
    };
    const changed = (['name', 'connectionId'] as const).filter((field) => after[field] !== before[field]);
    if (changed.length > 0) {
      await tx.directory.update({ where: { id: directoryId }, data: after });
      const data = { name: after.name, changed };
      await events.publish(tx, {
        type: 'directory.updated',
        tenantId,
        actor: actorOf(principal),
        subjectId: directoryId,
        data,
      });
    }
    return reply(await findDirectory(tx, { tenantId, directoryId, issuer }));
  });
}
