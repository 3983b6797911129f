import { actorOf, type Principal, reply, requireOwnOrigin } from '@org/identity-core';
import { changeAsFreshOwner, type Transaction } from '@org/identity-prisma';
import type { DirectoryCall } from '../directories/directory-call.js';
import { findDirectory } from '../directories/find-directory.js';
import type { ScimServices } from '../services.js';
import { manages, readStanding } from '../standing/read-standing.js';
import { releaseUser } from './release-user.js';

/** How many waiting users are released with the confirmation. The others follow when the directory sends them again. */
const releasedAtOnce = 50;
/** In milliseconds: each of them may be suspended, which also ends seats and tokens. */
export const releaseTimeout = 60_000;

/** Confirms a directory that a setup link made: from now on it manages what a directory of an owner manages. */
export async function confirmDirectory(services: ScimServices, call: DirectoryCall) {
  const { db, issuer } = services;
  const { tenantId, principal } = call;
  // The provider of the tenant is often the system that also runs its directory: it must not decide what that manages.
  if (principal.kind === 'user') requireOwnOrigin(principal.origin);
  return changeAsFreshOwner(db, { ...call, timeout: releaseTimeout }, async (tx) => {
    const { id: directoryId } = await findDirectory(tx, { tenantId, directoryId: call.directoryId, issuer });
    if (await confirmInTransaction(tx, services, { ...call, directoryId })) {
      const where = { directoryId, status: 'PENDING', userId: { not: null } } as const;
      const rows = await tx.directoryUser.findMany({ where, orderBy: { id: 'asc' }, take: releasedAtOnce });
      for (const row of rows) {
        const standing = await readStanding(tx, row);
        if (standing && (await manages(tx, services, { tenantId, standing })))
          await releaseUser(tx, services, { directory: { directoryId, tenantId }, row });
      }
    }
    return reply({ success: true, message: 'The directory is confirmed.' });
  });
}

/** Does it under the tenant's lock. Returns false if nobody has to confirm the directory any more. */
export async function confirmInTransaction(
  tx: Transaction,
  { events }: Pick<ScimServices, 'events'>,
  { tenantId, directoryId, principal }: { tenantId: string; directoryId: string; principal: Principal },
): Promise<boolean> {
  const where = { id: directoryId, setupLinkId: { not: null }, confirmedAt: null, endingAt: null };
  const { count } = await tx.directory.updateMany({ where, data: { confirmedAt: new Date() } });
  if (count === 0) return false;
  const { name } = await tx.directory.findUniqueOrThrow({ where: { id: directoryId }, select: { name: true } });
  const actor = actorOf(principal);
  await events.publish(tx, { type: 'directory.confirmed', tenantId, actor, subjectId: directoryId, data: { name } });
  return true;
}
