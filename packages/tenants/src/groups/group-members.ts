import { type Actor, actorOf, isUuid, type Principal, reply } from '@org/identity-core';
import {
  changeAsManager,
  type Database,
  type IdentityPluginHost,
  lockMembershipRows,
  type Transaction,
} from '@org/identity-prisma';
import { memberNotFound } from '../access/errors.js';
import { requireRight } from '../access/rights.js';
import { findGroup, findOwnGroup } from './find-group.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events'>;

interface Call {
  tenantId: string;
  principal: Principal;
  groupId: string;
}

/** A page of the active members of a group. */
export async function listGroupMembers(
  db: Database,
  { tenantId, principal, groupId, page, limit }: Call & { page: number; limit: number },
) {
  await requireRight(db, tenantId, principal, 'manage groups');
  const { id, memberCount: total } = await findGroup(db, { tenantId, groupId });
  const rows = await db.groupMember.findMany({
    where: { groupId: id, active: true },
    orderBy: { userId: 'asc' },
    skip: (page - 1) * limit,
    take: limit,
    select: {
      userId: true,
      addedAt: true,
      membership: { select: { user: { select: { email: true, displayName: true } } } },
    },
  });
  const members = rows.map(({ userId, addedAt, membership: { user } }) => ({ userId, ...user, addedAt }));
  return { members, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}

/** Puts an active member into a group. Somebody who is in it already stays in it. */
export function addGroupMember({ db, events }: Services, input: Call & { userId: string }) {
  const { tenantId, principal, userId } = input;
  return changeAsManager(db, input, async (tx) => {
    const group = await findOwnGroup(tx, input);
    await requireActiveMember(tx, { tenantId, userId });
    await joinGroup(tx, events, { tenantId, group, userId, actor: actorOf(principal) });
    return reply({ success: true, message: 'The member is in the group.' });
  });
}

/** Takes a member out of a group. Nobody loses a seat by it. */
export function removeGroupMember({ db, events }: Services, input: Call & { userId: string }) {
  const { tenantId, principal, userId } = input;
  return changeAsManager(db, input, async (tx) => {
    const group = await findOwnGroup(tx, input);
    const left =
      isUuid(userId) && (await leaveGroup(tx, events, { tenantId, group, userId, actor: actorOf(principal) }));
    if (!left) throw memberNotFound();
    return reply({ success: true, message: 'The member is no longer in the group.' });
  });
}

export interface GroupChange {
  readonly tenantId: string;
  readonly group: { readonly id: string; readonly name: string };
  readonly userId: string;
  readonly actor: Actor;
}

/** Puts a member into a group under the tenant's lock. Returns whether that changed something. */
export async function joinGroup(
  tx: Transaction,
  events: Services['events'],
  { tenantId, group, userId, actor }: GroupChange,
): Promise<boolean> {
  const data = [{ groupId: group.id, tenantId, userId }];
  const { count } = await tx.groupMember.createMany({ data, skipDuplicates: true });
  if (count === 0) return false;
  // A rule may give the member a seat. Seat changes lock the membership first.
  await lockMembershipRows(tx, { tenantId, userId });
  const told = { groupId: group.id, name: group.name };
  await events.publish(tx, { type: 'group.member_added', tenantId, actor, subjectId: userId, data: told });
  return true;
}

/** Takes a member out of a group under the tenant's lock. Returns whether that changed something. */
export async function leaveGroup(
  tx: Transaction,
  events: Services['events'],
  { tenantId, group, userId, actor }: GroupChange,
): Promise<boolean> {
  const { count } = await tx.groupMember.deleteMany({ where: { groupId: group.id, userId } });
  if (count === 0) return false;
  const told = { groupId: group.id, name: group.name };
  await events.publish(tx, { type: 'group.member_removed', tenantId, actor, subjectId: userId, data: told });
  return true;
}

async function requireActiveMember(tx: Transaction, { tenantId, userId }: { tenantId: string; userId: string }) {
  const where = { tenantId, userId, status: 'ACTIVE' as const };
  if (!isUuid(userId) || (await tx.membership.count({ where })) === 0) throw memberNotFound();
}
