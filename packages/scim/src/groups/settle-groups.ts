import type { DomainEvent } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { actorOfDirectory, type CallingDirectory, groupsOf, type ScimServices } from '../services.js';

interface UserOfGroups {
  readonly directory: Pick<CallingDirectory, 'directoryId' | 'tenantId'>;
  readonly row: { readonly id: string; readonly userId: string | null };
}

/**
 * Puts a user whom the directory manages from now on into the groups that it has named before. A user who was an admin
 * in the meantime also leaves the groups from which it has removed them.
 */
export async function settleGroups(
  tx: Transaction,
  services: Pick<ScimServices, 'services'>,
  { directory, row: { id, userId } }: UserOfGroups,
): Promise<void> {
  if (userId === null) return;
  const { tenantId } = directory;
  const actor = actorOfDirectory(directory);
  const { addMembers, removeMembers } = groupsOf(services);
  for (const { groupId, joins } of await differences(tx, { ...directory, resourceId: id, userId })) {
    const move = joins ? addMembers : removeMembers;
    await move(tx, { tenantId, groupId, userIds: [userId], actor });
  }
}

interface Difference {
  readonly groupId: string;
  readonly joins: boolean;
}

/** The groups that the user has to join or leave, so that they are those that the directory has named. */
function differences(
  tx: Transaction,
  user: {
    readonly tenantId: string;
    readonly directoryId: string;
    readonly resourceId: string;
    readonly userId: string;
  },
): Promise<Difference[]> {
  const { tenantId, directoryId, resourceId, userId } = user;
  return tx.$queryRaw<Difference[]>`
    SELECT g.group_id AS "groupId", true AS joins
    FROM identity.directory_group_members named JOIN identity.directory_groups g ON g.id = named.group_id
    WHERE named.member_id = ${resourceId}::uuid AND named.directory_id = ${directoryId}::uuid AND NOT EXISTS (
      SELECT FROM identity.group_members own WHERE own.group_id = g.group_id AND own.user_id = ${userId}::uuid)
    UNION ALL
    SELECT g.group_id, false
    FROM identity.group_members own
    JOIN identity.directory_groups g ON g.group_id = own.group_id AND g.directory_id = ${directoryId}::uuid
    WHERE own.tenant_id = ${tenantId}::uuid AND own.user_id = ${userId}::uuid AND NOT EXISTS (
      SELECT FROM identity.directory_group_members named
      WHERE named.group_id = g.id AND named.member_id = ${resourceId}::uuid)
    ORDER BY 1`;
}

/**
 * Those of the users of events who are in other groups than their directories have named, as `tenantId userId`. Usually there
 * is nobody, so one statement is enough for all of them.
 */
export async function findUnsettled(
  tx: Transaction,
  events: readonly Pick<DomainEvent, 'tenantId' | 'subjectId'>[],
): Promise<ReadonlySet<string>> {
  const asked = events.map(({ tenantId, subjectId }) => ({ tenantId, userId: subjectId }));
  const found = await tx.$queryRaw<{ key: string }[]>`
    SELECT DISTINCT u.tenant_id || ' ' || u.user_id AS key
    FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS asked("tenantId" uuid, "userId" uuid)
    JOIN identity.directory_users u
      ON u.tenant_id = asked."tenantId" AND u.user_id = asked."userId" AND u.status = 'ACTIVE'
    WHERE EXISTS (
      SELECT FROM identity.directory_group_members named JOIN identity.directory_groups g ON g.id = named.group_id
      WHERE named.member_id = u.id AND named.directory_id = u.directory_id AND NOT EXISTS (
        SELECT FROM identity.group_members own WHERE own.group_id = g.group_id AND own.user_id = u.user_id))
    OR EXISTS (
      SELECT FROM identity.group_members own
      JOIN identity.directory_groups g ON g.group_id = own.group_id AND g.directory_id = u.directory_id
      WHERE own.tenant_id = u.tenant_id AND own.user_id = u.user_id AND NOT EXISTS (
        SELECT FROM identity.directory_group_members named
        WHERE named.group_id = g.id AND named.member_id = u.id))`;
  return new Set(found.map(({ key }) => key));
}

/** Takes a user who is about to be deleted out of all groups of the directory. */
export async function leaveGroups(
  tx: Transaction,
  services: Pick<ScimServices, 'services'>,
  { directory, row }: UserOfGroups,
): Promise<void> {
  const memberId = row.id;
  const where = { members: { some: { memberId } } };
  await tx.directoryGroup.updateMany({ where, data: { version: { increment: 1 } } });
  await tx.directoryGroupMember.deleteMany({ where: { memberId } });
  await settleGroups(tx, services, { directory, row });
}
