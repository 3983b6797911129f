import { isUuid, type Principal } from '@org/identity-core';
import { type IdentityPluginHost, lookUp, type MfaPolicy, type Role, runBatched } from '@org/identity-prisma';
import { tenantNotFound } from '../access/errors.js';
import { decideAccess, withRight } from '../access/rights.js';

interface TenantRow {
  id: string;
  name: string;
  slug: string;
  settings: Record<string, unknown>;
  mfaPolicy: MfaPolicy;
  hasPolicy: boolean;
  createdAt: Date;
  updatedAt: Date;
  memberCount: number;
  membershipId: string | null;
  role: Role | null;
}

// The tenant, the caller's membership, and the number of active members: a sum of counters, so no member is read.
const tenantOfCaller = lookUp(
  'tenant_of_caller',
  ['uuid', 'uuid'],
  `SELECT t.id, t.name, t.slug, t.settings, t.mfa_policy AS "mfaPolicy", t.policy IS NOT NULL AS "hasPolicy", t.created_at AS "createdAt",
     t.updated_at AS "updatedAt", m.id AS "membershipId", m.role,
     (SELECT coalesce(sum(c.count), 0)::int FROM identity.member_counts c
      WHERE c.tenant_id = t.id AND c.status = 'ACTIVE') AS "memberCount"
   FROM identity.tenants t
   LEFT JOIN identity.memberships m ON m.tenant_id = t.id AND m.user_id = $2 AND m.status = 'ACTIVE'
   WHERE t.id = $1 AND t.closing_at IS NULL`,
);

/** A tenant, for callers who may know of it. */
export async function getTenant(
  { pool }: Pick<IdentityPluginHost, 'pool'>,
  { tenantId, principal }: { tenantId: string; principal: Principal },
) {
  if (!isUuid(tenantId)) throw tenantNotFound();
  const userId = principal.kind === 'user' ? principal.userId : null;
  const row = await runBatched<TenantRow>(pool, tenantOfCaller, [tenantId, userId]);
  withRight(decideAccess(tenantId, principal, row ? standingIn(row) : null), 'read the tenant');
  if (!row) throw tenantNotFound();
  const { membershipId, role, hasPolicy, ...tenant } = row;
  return tenant;
}

function standingIn({ mfaPolicy, hasPolicy, membershipId: id, role }: TenantRow) {
  return { mfaPolicy, hasPolicy, membership: id && role ? { id, role } : undefined };
}
