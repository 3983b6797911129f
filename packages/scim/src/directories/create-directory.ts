import { actorOf, IdentityError, isUuid, reply, validationFailed } from '@org/identity-core';
import { changeAsFreshOwner, type TenantCall, type Transaction } from '@org/identity-prisma';
import type { ScimServices } from '../services.js';

import { newDirectoryToken } from './directory-token.js';
import { findDirectory } from './find-directory.js';

/** The most directories of a tenant. */
export const maxDirectories = 10;

export interface CreateDirectoryInput extends TenantCall {
  name: string;
  connectionId?: string | null | undefined;
}

/** Creates a directory. Only this response has its token. */
export function createDirectory(
  { db, events, issuer }: Pick<ScimServices, 'db' | 'events' | 'issuer'>,
  { name, connectionId = null, ...call }: CreateDirectoryInput,
) {
  const { tenantId, principal } = call;
  return changeAsFreshOwner(db, { ...call, bySetupLink: true }, async (tx) => {
    if ((await tx.directory.count({ where: { tenantId } })) >= maxDirectories) throw tooManyDirectories();
    if (connectionId !== null) await requireConnection(tx, { tenantId, connectionId });
    const { token, hash } = newDirectoryToken();
    const { id } = await tx.directory.create({ data: { tenantId, name, connectionId }, select: { id: true } });
    await tx.directoryToken.create({ data: { hash, directoryId: id } });
    const actor = actorOf(principal);
    await events.publish(tx, { type: 'directory.created', tenantId, actor, subjectId: id, data: { name } });
    return reply({ ...(await findDirectory(tx, { tenantId, directoryId: id, issuer })), token });
  });
}

async function requireConnection(
  tx: Transaction,
  { tenantId, connectionId }: { tenantId: string; connectionId: string },
) {
  const where = { id: connectionId, tenantId };
  const found = isUuid(connectionId) ? await tx.connection.count({ where }) : 0;
  if (found === 0) throw validationFailed([{ path: 'connectionId', message: 'is no connection of this tenant' }]);
}

const tooManyDirectories = () =>
  new IdentityError('VALIDATION_FAILED', `There can be ${maxDirectories} directories at most. Delete one first.`, {
    reason: 'TOO_MANY_DIRECTORIES',
  });
