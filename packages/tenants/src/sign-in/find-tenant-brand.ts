import type { AuthorizationRequest } from '@org/identity-core';
import { type IdentityPluginHost, lookUp, runBatched } from '@org/identity-prisma';
import { slugOfParameter, TenantAnswer } from './tenant-parameter.js';

// Prepared statements: each page of a sign-in needs the brand.
const byId = lookUp(
  'tenant_brand_by_id',
  ['uuid'],
  `SELECT settings->'brand' AS brand FROM identity.tenants WHERE id = $1 AND closing_at IS NULL`,
);
const bySlug = lookUp(
  'tenant_brand_by_slug',
  ['text'],
  `SELECT settings->'brand' AS brand FROM identity.tenants WHERE slug = $1 AND closing_at IS NULL`,
);

/** The `brand` in the settings of the tenant: the client's own, the requested one, or the chosen one. */
export async function findTenantBrand(
  pool: IdentityPluginHost['pool'],
  issuer: string,
  request: AuthorizationRequest,
): Promise<unknown> {
  const tenant = tenantOf(issuer, request);
  if (!tenant) return undefined;
  const [by, key] = 'id' in tenant ? [byId, tenant.id] : [bySlug, tenant.slug];
  return (await runBatched<{ brand: unknown }>(pool, by, [key]))?.brand ?? undefined;
}

/** Membership does not matter here: a brand is public. A client of a tenant never shows the brand of another tenant. */
function tenantOf(
  issuer: string,
  { params, client, answers }: AuthorizationRequest,
): { id: string } | { slug: string } | undefined {
  if (client.tenantId) return { id: client.tenantId };
  if (typeof params['tenant'] === 'string') return { slug: slugOfParameter(params['tenant'], issuer) };
  const answer = TenantAnswer.safeParse(answers['tenant']);
  return answer.success ? { id: answer.data.tenantId } : undefined;
}
