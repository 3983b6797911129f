import type { Role } from '@org/identity-core';
import { type MembershipStatus, Prisma } from '@org/identity-prisma';

export interface MemberRow {
  id: string;
  userId: string | null;
  status: MembershipStatus;
  role: Role;
  joinedAt: Date;
  email: string;
  displayName: string | null;
  pictureUrl: string | null;
}

/** The columns of a member, for a query whose rows `listed` have an id and a status. */
export const memberColumns = Prisma.sql`
  listed.id, m.user_id AS "userId", listed.status, coalesce(m.role, i.role) AS role,
  coalesce(m.joined_at, i.created_at) AS "joinedAt", coalesce(u.email, i.email) AS email,
  u.display_name AS "displayName", u.picture_url AS "pictureUrl"`;

/** Joins what the columns of a member need: INVITED rows are invitations, all others are memberships. */
export const memberJoins = Prisma.sql`
  LEFT JOIN identity.memberships m ON m.id = listed.id AND listed.status <> 'INVITED'
  LEFT JOIN identity.users u ON u.id = m.user_id
  LEFT JOIN identity.invitations i ON i.id = listed.id AND listed.status = 'INVITED'`;

/** A member as lists return it. */
export function memberOf({ email, displayName, pictureUrl, id, userId, status, role, joinedAt }: MemberRow) {
  return { id, userId, status, role, joinedAt, user: { email, displayName, pictureUrl } };
}

/** The statuses that a list shows: those of the filter, and INVITED only to callers who may list invitations. */
export function shownStatuses(status: MembershipStatus | undefined, invitations: boolean): MembershipStatus[] {
  return (['ACTIVE', 'SUSPENDED', 'INVITED'] as const)
    .filter((each) => status === undefined || each === status)
    .filter((each) => each !== 'INVITED' || invitations);
}
