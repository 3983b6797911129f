import { actorOf, forbidden, IdentityError, type RoleByGroup, reply } from '@org/identity-core';
import { changeAsFreshOwner, type OwnerCall } from '@org/identity-prisma';
import { mailNewDirectory } from '../owner-mails/owner-mails.js';
import { membersOf, type ScimServices } from '../services.js';
import { newDirectoryToken } from './directory-token.js';
import { findDirectory } from './find-directory.js';
import { requireConnection } from './require-connection.js';

/** The most directories of a tenant. */
export const maxDirectories = 10;

export interface CreateDirectoryInput extends OwnerCall {
  name: string;
  connectionId?: string | null | undefined;
  /** The roles of members of groups. Groups of the directory itself come later: see `updateDirectory`. */
  roleByGroup?: RoleByGroup | undefined;
}

/** Creates a directory. Only this response has its token. One of a setup link waits for an owner, who is mailed. */
export async function createDirectory(
  services: Pick<ScimServices, 'db' | 'events' | 'issuer' | 'mail' | 'brand' | 'sendMail' | 'services'>,
  { name, connectionId = null, roleByGroup = {}, ...call }: CreateDirectoryInput,
) {
  const { db, events, issuer } = services;
  const { tenantId, principal } = call;
  const setupLinkId = principal.kind === 'setup_link' ? principal.id : null;
  const hasRules = Object.keys(roleByGroup).length > 0;
  if (setupLinkId !== null && hasRules) throw forbidden('A setup link cannot set the roles of groups. Ask an owner.');
  const created = await changeAsFreshOwner(db, { ...call, alsoBy: ['setup_link'] }, async (tx) => {
    if ((await tx.directory.count({ where: { tenantId } })) >= maxDirectories) throw tooManyDirectories();
    if (connectionId !== null) await requireConnection(tx, { tenantId, connectionId });
    const { token, hash } = newDirectoryToken();
    const { id } = await tx.directory.create({
      data: { tenantId, name, connectionId, setupLinkId },
      select: { id: true },
    });
    await tx.directoryToken.create({ data: { hash, directoryId: id } });
    const actor = actorOf(principal);
    await events.publish(tx, { type: 'directory.created', tenantId, actor, subjectId: id, data: { name } });
    if (hasRules) await membersOf(services).setRoleRules(tx, { tenantId, sourceId: id, roleByGroup, actor });
    if (setupLinkId !== null) await mailNewDirectory(tx, services, { tenantId, directoryId: id });
    return reply({ ...(await findDirectory(tx, { tenantId, directoryId: id, issuer })), token });
  });
  if (setupLinkId !== null) services.sendMail();
  return created;
}

const tooManyDirectories = () =>
  new IdentityError('VALIDATION_FAILED', `There can be ${maxDirectories} directories at most. Delete one first.`, {
    reason: 'TOO_MANY_DIRECTORIES',
  });
