import { isUuid, type Principal } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { memberNotFound } from '../access/errors.js';
import { requireRight } from '../access/rights.js';
import { memberOf } from './member-rows.js';

/** The most members that one form can change. */
export const maxChosen = 100;

export type FoundMember = Awaited<ReturnType<typeof getMember>>;

/**
 * Members of a tenant by the ids of their memberships, in that order; throws if one is not found. Pending invitations are no
 * members yet. For everyone who may list members.
 */
export async function getMembers(
  db: Database,
  { tenantId, principal, membershipIds }: { tenantId: string; principal: Principal; membershipIds: readonly string[] },
) {
  await requireRight(db, tenantId, principal, 'list members');
  const ids = [...new Set(membershipIds.map((id) => id.toLowerCase()))];
  if (ids.length > maxChosen || !ids.every(isUuid)) throw memberNotFound();
  const rows = await db.membership.findMany({
    where: { id: { in: ids }, tenantId, status: { not: 'INVITED' } },
    include: { user: { select: { email: true, displayName: true, pictureUrl: true } } },
  });
  const found = new Map(rows.map(({ user, ...membership }) => [membership.id, memberOf({ ...membership, ...user })]));
  return ids.map((id) => {
    const member = found.get(id);
    if (!member) throw memberNotFound();
    return member;
  });
}

/** One member of a tenant. */
export async function getMember(
  db: Database,
  { membershipId, ...input }: { tenantId: string; principal: Principal; membershipId: string },
) {
  const [member] = await getMembers(db, { ...input, membershipIds: [membershipId] });
  if (!member) throw memberNotFound();
  return member;
}
