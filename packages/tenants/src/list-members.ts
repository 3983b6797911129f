import type { Principal } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import type { z } from 'zod';
import { requireRight } from './rights.js';
import type { MembersQuery } from './schemas.js';

/** A page of a tenant's members, in the order of joining. */
export async function listMembers(
  db: Database,
  input: { tenantId: string; principal: Principal; query: z.output<typeof MembersQuery> },
) {
  const { tenantId, principal } = input;
  const { status, role, page, limit } = input.query;
  await requireRight(db, tenantId, principal, 'list members');
  const where = { tenantId, ...(status ? { status } : {}), ...(role ? { role } : {}) };
  // The ids alone first: an index of the tenant has them, so a page far behind skips no rows of the table.
  const [total, ids] = await Promise.all([
    db.membership.count({ where }),
    db.membership.findMany({
      where,
      select: { id: true },
      orderBy: { id: 'asc' },
      skip: (page - 1) * limit,
      take: limit,
    }),
  ]);
  const members = await db.membership.findMany({
    where: { id: { in: ids.map(({ id }) => id) } },
    include: { user: { select: { email: true, displayName: true, pictureUrl: true } } },
    orderBy: { id: 'asc' },
  });
  return { members, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}
