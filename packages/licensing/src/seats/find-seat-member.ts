import { IdentityError, isUuid, type Principal } from '@org/identity-core';
import type { Database, MembershipStatus } from '@org/identity-prisma';
import { member, subjectOf, tenantOf } from '../access/rights.js';

/** A member whose seats the caller may see. */
export interface SeatMember {
  userId: string;
  status: MembershipStatus;
  /** The display name, or else the email. */
  name: string;
}

/** The member with a membership id, for a page about their seats. Users find themselves; managers find all members. */
export async function findSeatMember(
  db: Database,
  { principal, membershipId }: { principal: Principal; membershipId: string },
): Promise<SeatMember> {
  const caller = member(principal, 'licenses:read');
  const found = isUuid(membershipId)
    ? await db.membership.findFirst({
        where: { id: membershipId, tenantId: tenantOf(caller), status: { not: 'INVITED' } },
        select: { userId: true, status: true, user: { select: { displayName: true, email: true } } },
      })
    : null;
  if (!found) throw new IdentityError('MEMBER_NOT_FOUND', 'The tenant has no such member.');
  const { status, user } = found;
  return { userId: subjectOf(caller, found.userId), status, name: user.displayName ?? user.email };
}
