import type { Transaction } from '../database-types.js';
import { Prisma } from '../generated/client.js';

/** Whether the user who made the setup link `link` still owns its tenant, or is a super admin, as SQL. */
export const makerOwnsTenant = `EXISTS (
  SELECT FROM identity.users maker
  LEFT JOIN identity.memberships owning
    ON owning.tenant_id = link.tenant_id AND owning.user_id = maker.id AND owning.status = 'ACTIVE'
  WHERE maker.id = link.created_by_id AND maker.deleted_at IS NULL AND maker.disabled_at IS NULL
    AND (maker.super_admin OR owning.role = 'owner'))`;

/**
 * Whether a setup link of the tenant is valid: it was not withdrawn, has not expired, and the user who made it still
 * owns the tenant. So it never gives more than that user has.
 */
export async function isSetupLinkValid(
  db: Transaction,
  { tenantId, linkId }: { tenantId: string; linkId: string },
): Promise<boolean> {
  const found = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM identity.setup_links link
    JOIN identity.tenants t ON t.id = link.tenant_id AND t.closing_at IS NULL
    WHERE link.id = ${linkId}::uuid AND link.tenant_id = ${tenantId}::uuid
      AND link.withdrawn_at IS NULL AND link.expires_at > now() AND ${Prisma.raw(makerOwnsTenant)}`;
  return found.length === 1;
}
