import type { InvitationStatus } from '@org/identity-prisma';

/** A pending invitation past its time is EXPIRED, although no job has written that. */
export function statusOf(
  invitation: { status: InvitationStatus; expiresAt: Date },
  now = new Date(),
): InvitationStatus {
  return invitation.status === 'PENDING' && invitation.expiresAt <= now ? 'EXPIRED' : invitation.status;
}

/** The condition for rows with a status, in the same sense. */
export function whereStatus(status: InvitationStatus, now = new Date()) {
  if (status === 'PENDING') return { status, expiresAt: { gt: now } };
  if (status === 'EXPIRED') return { OR: [{ status }, { status: 'PENDING' as const, expiresAt: { lte: now } }] };
  return { status };
}

/** When an invitation that is sent now expires. */
export function expiryAfter(days: number, now = new Date()): Date {
  return new Date(now.getTime() + days * 24 * 60 * 60 * 1000);
}
