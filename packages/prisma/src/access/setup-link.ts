import type { Transaction } from '../database-types.js';

/**
 * Whether a setup link of the tenant is valid: it was not withdrawn, has not expired, and the user who made it still owns the
 * tenant. So it never gives more than that user has.
 */
export async function isSetupLinkValid(
  db: Transaction,
  { tenantId, linkId }: { tenantId: string; linkId: string },
): Promise<boolean> {
  const found = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM identity.setup_links l
    JOIN identity.tenants t ON t.id = l.tenant_id AND t.closing_at IS NULL
    JOIN identity.users u ON u.id = l.created_by_id AND u.deleted_at IS NULL AND u.disabled_at IS NULL
    LEFT JOIN identity.memberships m ON m.tenant_id = l.tenant_id AND m.user_id = u.id AND m.status = 'ACTIVE'
    WHERE l.id = ${linkId}::uuid AND l.tenant_id = ${tenantId}::uuid AND l.withdrawn_at IS NULL AND l.expires_at > now()
      AND (u.super_admin OR m.role = 'owner')`;
  return found.length === 1;
}
