import type { Principal, Role } from '@org/identity-core';
import { type Database, type MembershipStatus, Prisma } from '@org/identity-prisma';
import type { z } from 'zod';
import { requireRight } from '../access/rights.js';
import { whereStatus } from '../invitations/invitation-status.js';
import type { MembersQuery } from '../schemas.js';

interface MemberRow {
  id: string;
  userId: string | null;
  status: MembershipStatus;
  role: Role;
  joinedAt: Date;
  email: string;
  displayName: string | null;
  pictureUrl: string | null;
}

/**
 * A page of a tenant's members, in the order of joining. INVITED entries are the pending invitations themselves, so that an
 * email with an account looks like one without. They are only for callers who may list invitations.
 */
export async function listMembers(
  db: Database,
  input: { tenantId: string; principal: Principal; query: z.output<typeof MembersQuery> },
) {
  const { tenantId, principal } = input;
  const { status, role, page, limit } = input.query;
  const access = await requireRight(db, tenantId, principal, 'list members');
  const statuses = (['ACTIVE', 'SUSPENDED', 'INVITED'] as const)
    .filter((each) => status === undefined || each === status)
    .filter((each) => each !== 'INVITED' || access.has('manage invitations'));
  if (statuses.length === 0) return { members: [], pagination: { page, limit, total: 0, pages: 0 } };

  // One branch per status, each with its own limit, so that PostgreSQL reads each in index order and only as far as needed.
  const upTo = Prisma.sql`ORDER BY id LIMIT ${page * limit}`;
  const branches = statuses.map((each) => Prisma.sql`(${branchOf(each, tenantId, role)} ${upTo})`);
  const [total, rows] = await Promise.all([
    countMembers(db, { tenantId, statuses, role }),
    db.$queryRaw<MemberRow[]>`
      SELECT listed.id, m.user_id AS "userId", listed.status, coalesce(m.role, i.role) AS role,
             coalesce(m.joined_at, i.created_at) AS "joinedAt", coalesce(u.email, i.email) AS email,
             u.display_name AS "displayName", u.picture_url AS "pictureUrl"
      FROM (SELECT * FROM (${Prisma.join(branches, ' UNION ALL ')}) every
            ORDER BY id LIMIT ${limit} OFFSET ${(page - 1) * limit}) listed
      LEFT JOIN identity.memberships m ON m.id = listed.id AND listed.status <> 'INVITED'
      LEFT JOIN identity.users u ON u.id = m.user_id
      LEFT JOIN identity.invitations i ON i.id = listed.id AND listed.status = 'INVITED'
      ORDER BY listed.id`,
  ]);
  const members = rows.map(({ email, displayName, pictureUrl, ...member }) => ({
    ...member,
    user: { email, displayName, pictureUrl },
  }));
  return { members, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}

async function countMembers(
  db: Database,
  { tenantId, statuses, role }: { tenantId: string; statuses: readonly MembershipStatus[]; role: Role | undefined },
): Promise<number> {
  const where = { tenantId, ...(role ? { role } : {}) };
  const joined = statuses.filter((status) => status !== 'INVITED');
  const counts = await Promise.all([
    joined.length > 0 ? db.membership.count({ where: { ...where, status: { in: joined } } }) : 0,
    statuses.includes('INVITED') ? db.invitation.count({ where: { ...where, ...whereStatus('PENDING') } }) : 0,
  ]);
  return counts[0] + counts[1];
}

function branchOf(status: MembershipStatus, tenantId: string, role: Role | undefined): Prisma.Sql {
  const ofRole = role ? Prisma.sql`AND role = CAST(${role}::text AS identity.role)` : Prisma.empty;
  return status === 'INVITED'
    ? // OFFSET 0 keeps PostgreSQL from scanning the invitations of all tenants in the order of their ids.
      Prisma.sql`SELECT id, 'INVITED'::text AS status FROM (
                   SELECT id FROM identity.invitations
                   WHERE tenant_id = ${tenantId}::uuid AND status = 'PENDING' AND expires_at > now() ${ofRole} OFFSET 0) pending`
    : Prisma.sql`SELECT id, ${status}::text AS status FROM identity.memberships
                 WHERE tenant_id = ${tenantId}::uuid AND status = CAST(${status}::text AS identity.membership_status) ${ofRole}`;
}
