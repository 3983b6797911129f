import type { AuthorizationRequest, TenantDecision, TenantResolver } from '@org/identity-core';
import { type IdentityPluginHost, lookUp, runBatched } from '@org/identity-prisma';
import { findActiveMemberships } from '../members/find-memberships.js';
import { findTenantBrand } from './find-tenant-brand.js';
import { slugOfParameter, TenantAnswer } from './tenant-parameter.js';

type Pool = IdentityPluginHost['pool'];

const bySlug = lookUp(
  'tenant_by_slug',
  ['text'],
  'SELECT id FROM identity.tenants WHERE slug = $1 AND closing_at IS NULL',
);

/** Decides the tenant of a token: the requested one, the client's own, the only one, or the one chosen on the page. */
export function tenantResolver(pool: Pool, issuer: string): TenantResolver {
  return {
    async find(parameter) {
      const slug = slugOfParameter(parameter, issuer);
      const found = await runBatched<{ id: string }>(pool, bySlug, [slug]);
      return found && { id: found.id };
    },
    brandFor: (request) => findTenantBrand(pool, issuer, request),
    decide: (request) => decideTenant(pool, issuer, request),
  };
}

async function decideTenant(pool: Pool, issuer: string, request: AuthorizationRequest): Promise<TenantDecision> {
  if (!request.userId) return { kind: 'none' };
  const { client } = request;
  const memberships = await findActiveMemberships(pool, request.userId);
  const tenants = memberships.map(({ tenant }) => tenant);
  const member = (of: (tenant: { id: string; slug: string }) => boolean): TenantDecision => {
    const tenant = tenants.find(of);
    if (!tenant) return { kind: 'refused' };
    const { id: tenantId, name, mfaPolicy } = tenant;
    return { kind: 'tenant', tenantId, name, mfaRequired: mfaPolicy === 'REQUIRED' };
  };

  const parameter = request.params['tenant'];
  if (typeof parameter === 'string') {
    const slug = slugOfParameter(parameter, issuer);
    // A client that belongs to a tenant works for that tenant only.
    return member((tenant) => tenant.slug === slug && (client.tenantId ?? tenant.id) === tenant.id);
  }
  if (client.tenantId) return member(({ id }) => id === client.tenantId);
  // Checked before the number of tenants: the user may have left the others since.
  const answer = TenantAnswer.safeParse(request.answers['tenant']);
  if (answer.success) return member(({ id }) => id === answer.data.tenantId);
  if (tenants.length > 1) return { kind: 'choose' };
  return tenants[0] ? member(() => true) : { kind: 'none' };
}
