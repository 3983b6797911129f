import { isUuid } from '@org/identity-core';
import type { Prisma, Transaction } from '@org/identity-prisma';
import { listSchema } from '../protocol/discovery.js';
import type { Comparison } from '../protocol/filter.js';
import { groupType } from '../protocol/group-schema.js';
import type { ListQuery, Projection } from '../protocol/list-query.js';
import { project, wants } from '../protocol/project.js';
import { invalid } from '../protocol/scim-error.js';
import { keyOf } from '../protocol/text-values.js';
import type { GroupRow } from './group-row.js';

/** A page of the groups of a directory. */
export async function listGroups(
  db: Transaction,
  { directoryId, baseUrl }: { directoryId: string; baseUrl: string },
  query: ListQuery,
) {
  const conditions = query.comparisons.map(conditionOf);
  const where = { directoryId, AND: conditions };
  const total = await db.directoryGroup.count({ where });
  const rows =
    query.count === 0
      ? []
      : await db.directoryGroup.findMany({
          where,
          orderBy: { id: 'asc' },
          skip: query.startIndex - 1,
          take: query.count,
        });
  const resources = await showGroups(db, { rows, baseUrl, projection: query });
  return {
    schemas: [listSchema],
    totalResults: total,
    startIndex: query.startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

/** The resources of some groups, with their members if somebody asked for them: one statement for all. */
export async function showGroups(
  db: Transaction,
  { rows, baseUrl, projection }: { rows: readonly GroupRow[]; baseUrl: string; projection: Projection },
) {
  const members = wants(projection, 'members') ? await membersOfGroups(db, rows, baseUrl) : undefined;
  return rows.map((row) => {
    const { id, displayName, externalId, version, createdAt, updatedAt } = row;
    const resource = {
      schemas: [groupType.core.urn],
      id,
      ...(externalId === null ? {} : { externalId }),
      displayName,
      ...(members ? { members: members.get(id) ?? [] } : {}),
      meta: {
        resourceType: 'Group',
        created: createdAt.toISOString(),
        lastModified: updatedAt.toISOString(),
        location: `${baseUrl}/Groups/${id}`,
        version: `W/"${version}"`,
      },
    };
    return project(groupType, resource, projection);
  });
}

async function membersOfGroups(db: Transaction, rows: readonly GroupRow[], baseUrl: string) {
  const ids = rows.map(({ id }) => id);
  const found = await db.$queryRaw<{ groupId: string; id: string; userName: string }[]>`
    SELECT m.group_id AS "groupId", u.id, u.user_name AS "userName" FROM identity.directory_group_members m
    JOIN identity.directory_users u ON u.id = m.member_id
    WHERE m.group_id = ANY(${ids}::uuid[]) ORDER BY m.group_id, m.member_id`;
  const members = new Map<string, object[]>(ids.map((id) => [id, []]));
  for (const { groupId, id, userName } of found)
    members.get(groupId)?.push({ value: id, $ref: `${baseUrl}/Users/${id}`, type: 'User', display: userName });
  return members;
}

/** What a comparison means. Each is found by an index. */
function conditionOf({ path, where, value }: Comparison): Prisma.DirectoryGroupWhereInput {
  const name = path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:group:/u, '');
  if (where.length > 0 || typeof value !== 'string') throw unsupported(path);
  if (name === 'displayname') return { displayNameKey: keyOf(value) };
  if (name === 'externalid') return { externalId: value };
  // No group has this id, whatever it is.
  const nothing = { id: { in: [] } };
  if (name === 'id') return isUuid(value) ? { id: value } : nothing;
  if (name === 'members.value' || name === 'members')
    return isUuid(value) ? { members: { some: { memberId: value } } } : nothing;
  throw unsupported(path);
}

const unsupported = (path: string) =>
  invalid(
    'invalidFilter',
    `Groups cannot be found by "${path.slice(0, 100)}" so. Supported: displayName, externalId, id, members.value.`,
  );
