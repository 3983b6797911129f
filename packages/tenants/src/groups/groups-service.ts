import { type GroupChange, type Groups, validationFailed } from '@org/identity-core';
import { type IdentityPluginHost, lockMembershipRows, type Transaction } from '@org/identity-prisma';
import { lockTenant } from '../access/lock-tenant.js';
import { addGroup, dropGroup, renameGroup } from './change-group.js';
import { findGroup, groupNotFound } from './find-group.js';
import { GroupName } from './group-schemas.js';

/** The service `groups`: the groups of directories, for other plugins. */
export function groupsService({ events }: Pick<IdentityPluginHost, 'events'>): Groups<Transaction> {
  return {
    async create(tx, { tenantId, name, actor }) {
      await lockTenant(tx, tenantId);
      const group = { tenantId, name: nameOf(name), description: null, source: 'DIRECTORY', actor } as const;
      return { groupId: (await addGroup(tx, events, group)).id };
    },
    async rename(tx, { name, ...change }) {
      const before = await lockDirectoryGroup(tx, change);
      const { tenantId, actor } = change;
      const changes = { name: nameOf(name), description: before.description };
      await renameGroup(tx, events, { tenantId, actor, before, ...changes });
    },
    async remove(tx, change) {
      const group = await lockDirectoryGroup(tx, change);
      await dropGroup(tx, events, { ...change, group });
    },
    async addMembers(tx, { userIds, ...change }) {
      const group = await lockDirectoryGroup(tx, change);
      const { tenantId, actor } = change;
      const added = await tx.$queryRaw<{ userId: string }[]>`
        INSERT INTO identity.group_members (group_id, tenant_id, user_id)
        SELECT ${group.id}::uuid, tenant_id, user_id FROM identity.memberships
        WHERE tenant_id = ${tenantId}::uuid AND user_id = ANY(${userIds}::uuid[]) AND status <> 'INVITED'
        ON CONFLICT DO NOTHING RETURNING user_id AS "userId"`;
      if (added.length === 0) return 0;
      const ids = added.map(({ userId }) => userId);
      // Rules may give the members seats. Seat changes lock the membership first.
      await lockMembershipRows(tx, { tenantId, userId: ids });
      await events.publishAll(tx, ids.map(toldOf('group.member_added', { tenantId, group, actor })));
      return ids.length;
    },
    async removeMembers(tx, { userIds, ...change }) {
      const group = await lockDirectoryGroup(tx, change);
      const { tenantId, actor } = change;
      const removed = await tx.$queryRaw<{ userId: string }[]>`
        DELETE FROM identity.group_members WHERE group_id = ${group.id}::uuid AND user_id = ANY(${userIds}::uuid[])
        RETURNING user_id AS "userId"`;
      if (removed.length === 0) return 0;
      const ids = removed.map(({ userId }) => userId);
      await events.publishAll(tx, ids.map(toldOf('group.member_removed', { tenantId, group, actor })));
      return ids.length;
    },
  };
}

function toldOf(
  type: 'group.member_added' | 'group.member_removed',
  told: Pick<GroupChange, 'tenantId' | 'actor'> & { group: { id: string; name: string } },
) {
  const { tenantId, actor, group } = told;
  return (userId: string) =>
    ({ type, tenantId, actor, subjectId: userId, data: { groupId: group.id, name: group.name } }) as const;
}

/** The name as the API takes it, or an error. */
function nameOf(name: string): string {
  const read = GroupName.safeParse(name);
  if (read.success) return read.data;
  throw validationFailed(read.error.issues.map(({ message }) => ({ path: 'name', message })));
}

async function lockDirectoryGroup(tx: Transaction, { tenantId, groupId }: Omit<GroupChange, 'actor'>) {
  await lockTenant(tx, tenantId);
  const group = await findGroup(tx, { tenantId, groupId });
  if (group.source !== 'DIRECTORY') throw groupNotFound();
  return group;
}
