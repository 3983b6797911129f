import type { AuthorizationRequest } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { settingsOf } from '../tenant/settings.js';
import { slugOfParameter, TenantAnswer } from './tenant-parameter.js';

/** The `brand` in the settings of the tenant: the client's own, the requested one, or the chosen one. */
export async function findTenantBrand(db: Database, issuer: string, request: AuthorizationRequest): Promise<unknown> {
  const where = tenantOf(issuer, request);
  const tenant = where && (await db.tenant.findUnique({ where, select: { settings: true } }));
  return tenant ? settingsOf(tenant)['brand'] : undefined;
}

/** Membership does not matter here: a brand is public. A client of a tenant never shows the brand of another tenant. */
function tenantOf(issuer: string, { params, client, answers }: AuthorizationRequest) {
  if (client.tenantId) return { id: client.tenantId };
  if (typeof params['tenant'] === 'string') return { slug: slugOfParameter(params['tenant'], issuer) };
  const answer = TenantAnswer.safeParse(answers['tenant']);
  return answer.success ? { id: answer.data.tenantId } : undefined;
}
