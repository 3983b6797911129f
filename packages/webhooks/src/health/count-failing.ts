import type { IdentityPluginHost } from '@org/identity-prisma';

/** How many webhooks of a tenant fail, or of the platform and all tenants; counted up to 100. */
export async function countFailing(pool: IdentityPluginHost['pool'], tenantId: string | null): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT 1 FROM identity.webhooks
       WHERE failing_since IS NOT NULL AND ($1::uuid IS NULL OR tenant_id = $1) LIMIT 100) failing`,
    [tenantId],
  );
  return rows[0]?.count ?? 0;
}
