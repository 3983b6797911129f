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

/** Puts active members into a group: all of them, or none. Somebody who is in it already stays in it. */
export function addGroupMembers({ db, events }: Services, input: Call & { userIds: readonly string[] }) {
  const { tenantId, principal, userIds } = input;
  return changeAsManager(db, input, async (tx) => {
    const group = await findOwnGroup(tx, input);
    for (const userId of userIds) {
      await requireActiveMember(tx, { tenantId, userId });
      await joinGroup(tx, events, { tenantId, group, userId, actor: actorOf(principal) });
    }
    return reply({ success: true, message: 'The member is in the group.' });
  });
}

/** Takes members out of a group: all of them, or none. Nobody loses a seat by it. */
export function removeGroupMembers({ db, events }: Services, input: Call & { userIds: readonly string[] }) {
  const { tenantId, principal, userIds } = input;
  return changeAsManager(db, input, async (tx) => {
    const group = await findOwnGroup(tx, input);
    for (const userId of userIds) {
      const change = { tenantId, group, userId, actor: actorOf(principal) };
      if (!isUuid(userId) || !(await leaveGroup(tx, events, change))) throw memberNotFound();
    }
    return reply({ success: true, message: 'The member is no longer in the group.' });
  });
}

/** Which of these users are in a group. */
export async function findInGroup(db: Database, { groupId, userIds }: { groupId: string; userIds: string[] }) {
  const where = { groupId, userId: { in: userIds } };
  const rows = await db.groupMember.findMany({ where, select: { userId: true } });
  return new Set(rows.map(({ userId }) => userId));
}

/** The groups of a member, by name. The caller may see them. */
export async function listGroupsOfMember(
  db: Database,
  { tenantId, membershipId, limit }: { tenantId: string; membershipId: string; limit: number },
) {
  if (!isUuid(membershipId)) return [];
  const rows = await db.groupMember.findMany({
    where: { tenantId, membership: { id: membershipId } },
    orderBy: { group: { nameKey: 'asc' } },
    take: limit,
    select: { group: { select: { id: true, name: true } } },
  });
  return rows.map(({ group }) => group);
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
