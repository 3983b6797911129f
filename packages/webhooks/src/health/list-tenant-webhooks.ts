import type { IdentityPluginHost } from '@org/identity-prisma';

/** A webhook of a tenant, as operators see it. */
export interface TenantWebhook {
  readonly id: string;
  readonly url: string;
  readonly status: 'ACTIVE' | 'PAUSED';
  readonly failingSince: Date | null;
  readonly tenantName: string;
  readonly tenantSlug: string;
}

/** A page of the webhooks of all tenants. Those that fail come first, then those that are paused. */
export async function listTenantWebhooks(
  pool: IdentityPluginHost['pool'],
  { page, limit }: { page: number; limit: number },
): Promise<{ webhooks: TenantWebhook[]; pages: number }> {
  const [found, counted] = await Promise.all([
    pool.query<TenantWebhook>(
      `SELECT w.id, w.url, w.status, w.failing_since AS "failingSince", t.name AS "tenantName", t.slug AS "tenantSlug"
       FROM identity.webhooks w JOIN identity.tenants t ON t.id = w.tenant_id
       ORDER BY w.failing_since, w.status DESC, w.id LIMIT $1 OFFSET $2`,
      [limit, (page - 1) * limit],
    ),
    pool.query<{ total: number }>('SELECT count(*)::int AS total FROM identity.webhooks WHERE tenant_id IS NOT NULL'),
  ]);
  return { webhooks: found.rows, pages: Math.ceil((counted.rows[0]?.total ?? 0) / limit) };
}
