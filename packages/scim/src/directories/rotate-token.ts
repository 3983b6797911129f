import { actorOf, reply } from '@org/identity-core';
import { changeAsFreshOwner } from '@org/identity-prisma';
import type { ScimServices } from '../services.js';
import type { DirectoryCall } from './directory-call.js';
import { newDirectoryToken } from './directory-token.js';
import { findDirectory } from './find-directory.js';

/** How long the token before stays valid, so that a directory can be given the new one. */
const graceHours = 24;

/** Gives a directory a new token, which only this response has. The one before is valid for a day, still older ones end. */
export function rotateToken(
  { db, events, issuer }: Pick<ScimServices, 'db' | 'events' | 'issuer'>,
  call: DirectoryCall,
) {
  const { tenantId, principal, directoryId } = call;
  return changeAsFreshOwner(db, call, async (tx) => {
    const directory = await findDirectory(tx, { tenantId, directoryId, issuer });
    const { token, hash } = newDirectoryToken();
    const previousUntil = new Date(Date.now() + graceHours * 60 * 60 * 1000);
    const where = { directoryId: directory.id };
    await tx.directoryToken.deleteMany({ where: { ...where, expiresAt: { not: null } } });
    await tx.directoryToken.updateMany({ where, data: { expiresAt: previousUntil } });
    await tx.directoryToken.create({ data: { hash, directoryId: directory.id } });
    await events.publish(tx, {
      type: 'directory.token_rotated',
      tenantId,
      actor: actorOf(principal),
      subjectId: directory.id,
      data: { name: directory.name, previousUntil: previousUntil.toISOString() },
    });
    return reply({ ...(await findDirectory(tx, { tenantId, directoryId: directory.id, issuer })), token });
  });
}
