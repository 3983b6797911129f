import type { Principal } from '@org/identity-core';
import type { Database, InvitationStatus } from '@org/identity-prisma';
import { requireRight } from '../access/rights.js';
import { statusOf, whereStatus } from './invitation-status.js';

/** A tenant's invitations of one status, newest first. */
export async function listInvitations(
  db: Database,
  input: { tenantId: string; principal: Principal; status: InvitationStatus },
) {
  const { tenantId, principal, status } = input;
  await requireRight(db, tenantId, principal, 'manage invitations');
  const rows = await db.invitation.findMany({
    where: { tenantId, ...whereStatus(status) },
    include: { invitedBy: { select: { id: true, displayName: true } } },
    orderBy: { id: 'desc' },
  });
  return { invitations: rows.map((invitation) => ({ ...invitation, status: statusOf(invitation) })) };
}
