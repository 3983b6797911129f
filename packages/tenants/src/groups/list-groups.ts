import type { Principal } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { requireRight } from '../access/rights.js';
import { findGroup, groupFields } from './find-group.js';

interface Call {
  tenantId: string;
  principal: Principal;
}

/** A page of the groups of a tenant, by name. */
export async function listGroups(
  db: Database,
  { tenantId, principal, page, limit }: Call & { page: number; limit: number },
) {
  await requireRight(db, tenantId, principal, 'list groups');
  const where = { tenantId };
  const [groups, total] = await Promise.all([
    db.group.findMany({
      where,
      orderBy: { nameKey: 'asc' },
      skip: (page - 1) * limit,
      take: limit,
      select: groupFields,
    }),
    db.group.count({ where }),
  ]);
  return { groups, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}

/** One group of a tenant. */
export async function getGroup(db: Database, { tenantId, principal, groupId }: Call & { groupId: string }) {
  await requireRight(db, tenantId, principal, 'manage groups');
  return findGroup(db, { tenantId, groupId });
}
