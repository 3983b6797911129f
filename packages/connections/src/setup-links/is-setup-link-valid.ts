import { Prisma, stillOwnsTenant, type Transaction } from '@org/identity-prisma';

const makerOwnsTenant = stillOwnsTenant({ userId: 'link.created_by_id', tenantId: 'link.tenant_id' });

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
