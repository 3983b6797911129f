import { isRuledAdmin, Prisma, type Transaction } from '@org/identity-prisma';
import { unknownMember } from '../protocol/read-value.js';
import { actorOfDirectory, type CallingDirectory, groupsOf, type ScimServices } from '../services.js';
import { isConfirmed } from '../standing/live-directory.js';
import type { GroupRow } from './group-row.js';

/** One change of the members of a group, by the ids of users of the directory. */
export type MemberChange =
  | { readonly op: 'add' | 'remove' | 'replace'; readonly ids: readonly string[] }
  | { readonly op: 'clear' };

interface ChangedGroup {
  readonly directory: CallingDirectory;
  readonly group: Pick<GroupRow, 'id' | 'groupId'>;
  readonly change: MemberChange;
}

interface Moved {
  readonly userId: string | null;
}

/**
 * Changes the members of a group in a number of statements that does not depend on how many they are. Users who have
 * not accepted an invitation yet join the group of the tenant later. Owners, admins and super admins join and leave it
 * when they are handed over. Returns whether something changed.
 */
export async function changeMembers(tx: Transaction, services: ScimServices, changed: ChangedGroup): Promise<boolean> {
  const { directory, group, change } = changed;
  const ids = change.op === 'clear' ? [] : change.ids;
  if (change.op === 'add' || change.op === 'replace') await requireUsers(tx, directory, ids);
  const removed = change.op === 'add' ? [] : await remove(tx, group.id, change);
  const added =
    change.op === 'add' || change.op === 'replace' ? await add(tx, directory, { groupId: group.id, ids }) : [];
  const target = { tenantId: directory.tenantId, groupId: group.groupId, actor: actorOfDirectory(directory) };
  const accounts = (moved: readonly Moved[]) => moved.flatMap(({ userId }) => userId ?? []);
  const [left, joined] = [accounts(removed), accounts(added)];
  if (left.length > 0) await groupsOf(services).removeMembers(tx, { ...target, userIds: left });
  if (joined.length > 0) await groupsOf(services).addMembers(tx, { ...target, userIds: joined });
  return removed.length + added.length > 0;
}

async function requireUsers(tx: Transaction, { directoryId }: CallingDirectory, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const missing = await tx.$queryRaw<{ id: string }[]>`
    SELECT sent.id FROM unnest(${ids}::uuid[]) sent(id)
    LEFT JOIN identity.directory_users u ON u.id = sent.id AND u.directory_id = ${directoryId}::uuid
    WHERE u.id IS NULL LIMIT 1`;
  if (missing[0]) throw unknownMember(missing[0].id);
}

/**
 * Whether the directory may put the user `u` into groups of the tenant and take them out, as SQL. The role of this
 * moment decides: the directory may have made a member who was promoted since. An admin whom only a rule has made one still
 * follows the groups: otherwise nobody could lose that role again.
 */
const mayMove = Prisma.sql`(NOT EXISTS (
    SELECT FROM identity.memberships m JOIN identity.users account ON account.id = m.user_id
    WHERE m.tenant_id = u.tenant_id AND m.user_id = u.user_id AND m.status <> 'INVITED'
      AND (account.super_admin OR (m.role <> 'member' AND NOT (${isRuledAdmin} AND EXISTS (
        SELECT FROM identity.directories d WHERE d.id = u.directory_id AND ${Prisma.raw(isConfirmed)})))))
  OR EXISTS (
    SELECT FROM identity.directory_members known
    WHERE known.directory_id = u.directory_id AND known.user_id = u.user_id AND known.adopted_at IS NOT NULL))`;

function add(
  tx: Transaction,
  { directoryId }: CallingDirectory,
  { groupId, ids }: { groupId: string; ids: readonly string[] },
): Promise<Moved[]> {
  return tx.$queryRaw<Moved[]>`
    WITH added AS (
      INSERT INTO identity.directory_group_members (group_id, member_id, directory_id)
      SELECT ${groupId}::uuid, id, ${directoryId}::uuid FROM unnest(${ids}::uuid[]) sent(id)
      ON CONFLICT DO NOTHING RETURNING member_id)
    SELECT CASE WHEN u.status = 'ACTIVE' AND ${mayMove} THEN u.user_id END AS "userId"
    FROM added JOIN identity.directory_users u ON u.id = added.member_id`;
}

function remove(tx: Transaction, groupId: string, change: MemberChange): Promise<Moved[]> {
  // `replace` removes who is not named, `remove` who is, `clear` everybody.
  const ids = change.op === 'clear' ? [] : change.ids;
  const named = change.op === 'remove';
  return tx.$queryRaw<Moved[]>`
    WITH removed AS (
      DELETE FROM identity.directory_group_members
      WHERE group_id = ${groupId}::uuid AND (member_id = ANY(${ids}::uuid[])) = ${named}
      RETURNING member_id)
    SELECT CASE WHEN ${mayMove} THEN u.user_id END AS "userId"
    FROM removed JOIN identity.directory_users u ON u.id = removed.member_id`;
}
