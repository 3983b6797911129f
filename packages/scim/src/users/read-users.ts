import { isUuid } from '@org/identity-core';
import { Prisma, type Transaction } from '@org/identity-prisma';
import { listSchema } from '../protocol/discovery.js';
import type { Comparison } from '../protocol/filter.js';
import type { ListQuery, Projection } from '../protocol/list-query.js';
import { project, wants } from '../protocol/project.js';
import { invalid } from '../protocol/scim-error.js';
import { toJson } from '../protocol/stored-values.js';
import { keyOf } from '../protocol/text-values.js';
import { userType } from '../protocol/user-schema.js';
import { type UserRow, valuesOf } from './user-row.js';

interface Reading {
  readonly directoryId: string;
  readonly baseUrl: string;
}

/** A page of the users of a directory. */
export async function listUsers(db: Transaction, { directoryId, baseUrl }: Reading, query: ListQuery) {
  const where = Prisma.join(
    [Prisma.sql`directory_id = ${directoryId}::uuid`, ...query.comparisons.map(conditionOf)],
    ' AND ',
  );
  const ids =
    query.count === 0
      ? []
      : await db.$queryRaw<{ id: string }[]>`
          SELECT id FROM identity.directory_users WHERE ${where}
          ORDER BY id LIMIT ${query.count} OFFSET ${query.startIndex - 1}`;
  const rows =
    ids.length === 0
      ? []
      : await db.directoryUser.findMany({ where: { id: { in: ids.map(({ id }) => id) } }, orderBy: { id: 'asc' } });
  const resources = await showUsers(db, { rows, baseUrl, projection: query });
  return {
    schemas: [listSchema],
    totalResults: await totalOf(db, where, query, ids.length),
    startIndex: query.startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

/** How many users there are in all. It is known without counting if the last of them are on this page. */
async function totalOf(db: Transaction, where: Prisma.Sql, { count, startIndex }: ListQuery, onPage: number) {
  if (onPage < count && (onPage > 0 || startIndex === 1)) return startIndex - 1 + onPage;
  const [found] = await db.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM identity.directory_users WHERE ${where}`;
  return found?.total ?? 0;
}

/** The resources of some users, with their groups if somebody asked for them: one statement for all. */
export async function showUsers(
  db: Transaction,
  { rows, baseUrl, projection }: { rows: readonly UserRow[]; baseUrl: string; projection: Projection },
) {
  const groups = wants(projection, 'groups') ? await groupsOfUsers(db, rows, baseUrl) : new Map<string, object[]>();
  return rows.map((row) => project(userType, resourceOf(row, groups.get(row.id), baseUrl), projection));
}

function resourceOf(row: UserRow, groups: readonly object[] | undefined, baseUrl: string): Record<string, unknown> {
  const { id, version, createdAt, updatedAt } = row;
  const values = toJson(userType, valuesOf(row));
  const extensions = userType.extensions.flatMap(({ urn }) => (urn in values ? [urn] : []));
  return {
    schemas: [userType.core.urn, ...extensions],
    id,
    ...values,
    ...(groups ? { groups } : {}),
    meta: {
      resourceType: 'User',
      created: createdAt.toISOString(),
      lastModified: updatedAt.toISOString(),
      location: `${baseUrl}/Users/${id}`,
      version: `W/"${version}"`,
    },
  };
}

async function groupsOfUsers(db: Transaction, rows: readonly UserRow[], baseUrl: string) {
  const groups = new Map<string, object[]>();
  const [first] = rows;
  if (!first) return groups;
  const found = await db.$queryRaw<{ memberId: string; id: string; display: string }[]>`
    SELECT m.member_id AS "memberId", g.id, g.display_name AS display FROM identity.directory_group_members m
    JOIN identity.directory_groups g ON g.id = m.group_id AND g.directory_id = ${first.directoryId}::uuid
    WHERE m.member_id = ANY(${rows.map(({ id }) => id)}::uuid[]) ORDER BY m.group_id`;
  for (const { memberId, id, display } of found) {
    const shown = { value: id, $ref: `${baseUrl}/Groups/${id}`, display };
    groups.set(memberId, [...(groups.get(memberId) ?? []), shown]);
  }
  return groups;
}

/** What a comparison means in SQL. Every condition but `active` is found by an index. */
function conditionOf({ path, where, value }: Comparison): Prisma.Sql {
  const name = path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:user:/u, '');
  if (name === 'emails.value' || name === 'emails') return emailCondition(where, value);
  if (where.length > 0) throw unsupported(path);
  if (name === 'active' && typeof value === 'boolean') return Prisma.sql`active = ${value}`;
  if (typeof value !== 'string') throw unsupported(path);
  if (name === 'username') return Prisma.sql`user_name_key = ${keyOf(value)}`;
  if (name === 'externalid') return Prisma.sql`external_id = ${value}`;
  if (name === 'id') return isUuid(value) ? Prisma.sql`id = ${value}::uuid` : Prisma.sql`false`;
  throw unsupported(path);
}

function emailCondition(where: readonly Comparison[], value: Comparison['value']): Prisma.Sql {
  if (typeof value !== 'string') throw unsupported('emails');
  const email = keyOf(value);
  const found = Prisma.sql`email_keys @> ARRAY[${email}]::text[]`;
  const types = where.map(({ path, value: type, where: inner }) => {
    if (path !== 'type' || typeof type !== 'string' || inner.length > 0) throw unsupported('emails');
    return keyOf(type);
  });
  if (types.length === 0) return found;
  if (types.length > 1) throw unsupported('emails');
  return Prisma.sql`${found} AND EXISTS (
    SELECT FROM jsonb_array_elements(attributes -> 'emails') email
    WHERE lower(email ->> 'value') = ${email} AND lower(email ->> 'type') = ${types[0]})`;
}

const unsupported = (path: string) =>
  invalid(
    'invalidFilter',
    `Users cannot be found by "${path.slice(0, 100)}" so. Supported: userName, externalId, id, emails.value, active.`,
  );
