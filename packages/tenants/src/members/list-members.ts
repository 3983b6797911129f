import { isUuid, type Principal, type Role } from '@org/identity-core';
import { type Database, type MembershipStatus, Prisma } from '@org/identity-prisma';
import type { z } from 'zod';
import { requireRight } from '../access/rights.js';
import { whereStatus } from '../invitations/invitation-status.js';
import type { MembersQuery } from '../schemas.js';
import { type MemberRow, memberColumns, memberJoins, memberOf, shownStatuses } from './member-rows.js';

export interface MembersInput {
  tenantId: string;
  principal: Principal;
  query: z.output<typeof MembersQuery>;
  /** Continues after the entry with this id, the `next` of the page before; `page` then skips nothing. */
  after?: string | undefined;
}

/**
 * A page of a tenant's members, in the order of joining. INVITED entries are the pending invitations themselves, so that an
 * email with an account looks like one without. They are only for callers who may list invitations. `next` is the id to
 * continue after; undefined on the last page.
 */
export async function listMembers(db: Database, { tenantId, principal, query, after }: MembersInput) {
  const { status, role, page, limit } = query;
  const access = await requireRight(db, tenantId, principal, 'list members');
  const statuses = shownStatuses(status, access.has('manage invitations'));
  if (statuses.length === 0) return { members: [], next: undefined, pagination: { page, limit, total: 0, pages: 0 } };

  const from = isUuid(after ?? '') ? after : undefined;
  const skipped = from === undefined ? (page - 1) * limit : 0;
  // One branch per status, each with its own limit, so that PostgreSQL reads each in index order and only as far as needed.
  const upTo = Prisma.sql`ORDER BY id LIMIT ${skipped + limit + 1}`;
  const branches = statuses.map((each) => Prisma.sql`(${branchOf(each, { tenantId, role, from })} ${upTo})`);
  const [total, rows] = await Promise.all([
    countMembers(db, { tenantId, statuses, role }),
    // One row more than the page has: it says whether there is a next page.
    db.$queryRaw<MemberRow[]>`
      SELECT ${memberColumns}
      FROM (SELECT * FROM (${Prisma.join(branches, ' UNION ALL ')}) every
            ORDER BY id LIMIT ${limit + 1} OFFSET ${skipped}) listed
      ${memberJoins} ORDER BY listed.id`,
  ]);
  const members = rows.slice(0, limit).map(memberOf);
  const next = rows.length > limit ? members.at(-1)?.id : undefined;
  return { members, next, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}

/** Adds up counters, at most three for each status. Pending invitations expire without a write, so they are counted by an index. */
async function countMembers(
  db: Database,
  { tenantId, statuses, role }: { tenantId: string; statuses: readonly MembershipStatus[]; role: Role | undefined },
): Promise<number> {
  const where = { tenantId, ...(role ? { role } : {}) };
  const joined = statuses.filter((status) => status !== 'INVITED');
  const [counters, invited] = await Promise.all([
    joined.length > 0
      ? db.memberCount.findMany({ where: { ...where, status: { in: joined } }, select: { count: true } })
      : [],
    statuses.includes('INVITED') ? db.invitation.count({ where: { ...where, ...whereStatus('PENDING') } }) : 0,
  ]);
  return counters.reduce((sum, { count }) => sum + count, invited);
}

function branchOf(
  status: MembershipStatus,
  { tenantId, role, from }: { tenantId: string; role: Role | undefined; from: string | undefined },
): Prisma.Sql {
  const filter = Prisma.sql`
    ${role ? Prisma.sql`AND role = CAST(${role}::text AS identity.role)` : Prisma.empty}
    ${from ? Prisma.sql`AND id > ${from}::uuid` : Prisma.empty}`;
  return status === 'INVITED'
    ? // OFFSET 0 keeps PostgreSQL from scanning the invitations of all tenants in the order of their ids.
      Prisma.sql`SELECT id, 'INVITED'::text AS status FROM (
                   SELECT id FROM identity.invitations
                   WHERE tenant_id = ${tenantId}::uuid AND status = 'PENDING' AND expires_at > now() ${filter} OFFSET 0) pending`
    : Prisma.sql`SELECT id, ${status}::text AS status FROM identity.memberships
                 WHERE tenant_id = ${tenantId}::uuid AND status = CAST(${status}::text AS identity.membership_status) ${filter}`;
}
