import type { Transaction } from '@org/identity-prisma';
import { actorOfDirectory, type CallingDirectory, membersOf, type ScimServices } from '../services.js';
import type { Standing } from '../standing/read-standing.js';
import type { UserRow } from './user-row.js';

/** Whether an invitation waits for its answer. One that an admin has revoked is not sent again by the next run. */
export async function isOpen(tx: Transaction, invitationId: string): Promise<boolean> {
  const invitation = await tx.invitation.findUnique({
    where: { id: invitationId },
    select: { status: true, expiresAt: true },
  });
  if (invitation?.status === 'REVOKED') return true;
  return invitation?.status === 'PENDING' && invitation.expiresAt > new Date();
}

interface InvitedUser {
  readonly directory: CallingDirectory;
  readonly standing: Standing;
  readonly row: UserRow;
}

/** Revokes the invitation of a user, if it is the directory's to revoke. Returns whether it was pending. */
export async function revokeInvitation(
  tx: Transaction,
  services: ScimServices,
  { directory, standing, row: { invitationId, foreignInvitation } }: InvitedUser,
): Promise<boolean> {
  if (invitationId === null) return false;
  const { tenantId } = directory;
  if (foreignInvitation && !(await managesInvitation(tx, services, { tenantId, invitationId, standing }))) return false;
  return membersOf(services).uninvite(tx, { tenantId, invitationId, actor: actorOfDirectory(directory) });
}

/** An invitation that somebody else has sent is like a member who was there before. */
async function managesInvitation(
  tx: Transaction,
  { services }: ScimServices,
  { tenantId, invitationId, standing }: { tenantId: string; invitationId: string; standing: Standing },
): Promise<boolean> {
  if (!standing.confirmed) return false;
  const select = { role: true, email: true };
  const invitation = await tx.invitation.findUnique({ where: { id: invitationId }, select });
  if (invitation?.role !== 'member') return false;
  return (await services.connections?.ownsEmail(tx, { tenantId, email: invitation.email })) ?? false;
}
