import { actorOf, IdentityError, isUuid, reply, requireOwnOrigin } from '@org/identity-core';
import { changeAsFreshOwner, type Transaction } from '@org/identity-prisma';
import type { DirectoryCall } from '../directories/directory-call.js';
import { findDirectory } from '../directories/find-directory.js';
import type { ScimServices } from '../services.js';
import { confirmInTransaction, releaseTimeout } from './confirm-directory.js';
import { releaseUser } from './release-user.js';

interface Adoption extends DirectoryCall {
  readonly userIds: readonly string[];
}

/**
 * Hands members over to a directory: from now on it manages them as the members that it has made, also owners and
 * admins. What it has wanted with them meanwhile is done at once. An owner who hands over members also confirms the
 * directory.
 */
export async function adoptMembers(services: ScimServices, { userIds, ...call }: Adoption) {
  const { db, events, issuer } = services;
  const { tenantId, principal } = call;
  // The provider of the tenant is often the system that also runs its directory: it must not decide what that manages.
  if (principal.kind === 'user') requireOwnOrigin(principal.origin);
  return changeAsFreshOwner(db, { ...call, timeout: releaseTimeout }, async (tx) => {
    const { id: directoryId, name } = await findDirectory(tx, { tenantId, directoryId: call.directoryId, issuer });
    // In one order, as everywhere: owners of two directories may hand over the same members.
    const members = [...new Set(userIds.map((id) => id.toLowerCase()))].sort();
    await requireMembers(tx, { tenantId, userIds: members });
    await confirmInTransaction(tx, services, { tenantId, directoryId, principal });
    const actor = actorOf(principal);
    for (const userId of members) {
      if (await adopt(tx, { directoryId, userId })) {
        const data = { directoryId, name };
        await events.publish(tx, { type: 'directory.adopted', tenantId, actor, subjectId: userId, data });
      }
      const row = await tx.directoryUser.findUnique({ where: { directoryId_userId: { directoryId, userId } } });
      if (row) await releaseUser(tx, services, { directory: { directoryId, tenantId }, row });
    }
    return reply({ success: true, message: 'The members were handed over to the directory.' });
  });
}

async function requireMembers(
  tx: Transaction,
  { tenantId, userIds }: { tenantId: string; userIds: readonly string[] },
): Promise<void> {
  const where = { tenantId, userId: { in: [...userIds] }, status: { not: 'INVITED' as const } };
  if (userIds.every(isUuid) && (await tx.membership.count({ where })) === userIds.length) return;
  throw new IdentityError('MEMBER_NOT_FOUND', 'One of these users is no member of this tenant. Nothing was changed.');
}

/** Returns false if the member was handed over before. */
async function adopt(tx: Transaction, key: { directoryId: string; userId: string }): Promise<boolean> {
  const known = await tx.directoryMember.findUnique({ where: { directoryId_userId: key } });
  if (known?.adoptedAt) return false;
  const adoptedAt = new Date();
  const where = { directoryId_userId: key };
  await tx.directoryMember.upsert({ where, create: { ...key, adoptedAt }, update: { adoptedAt } });
  return true;
}
