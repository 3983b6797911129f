import { isUuid, type Principal } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { tenantNotFound } from './errors.js';

/** A tenant, for those who may know of it: its members, a super admin, its machines and the platform's. */
export async function getTenant(db: Database, input: { tenantId: string; principal: Principal }) {
  const { tenantId: id, principal } = input;
  if (!isUuid(id)) throw tenantNotFound();
  const tenant = await db.tenant.findFirst({
    where: { id, ...visibleTo(principal) },
    include: { _count: { select: { memberships: { where: { status: 'ACTIVE' } } } } },
  });
  if (!tenant) throw tenantNotFound();
  // Prisma types a JSON column as any JSON; this one holds objects only.
  const settings = tenant.settings as Record<string, unknown>;
  return { ...tenant, settings, memberCount: tenant._count.memberships };
}

function visibleTo(principal: Principal) {
  if (principal.kind === 'machine') return principal.tenantId === null ? {} : { AND: { id: principal.tenantId } };
  if (principal.superAdmin) return {};
  return { memberships: { some: { userId: principal.userId, status: 'ACTIVE' as const } } };
}
