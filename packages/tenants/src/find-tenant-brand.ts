import type { AuthorizationRequest } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { settingsOf } from './settings.js';
import { slugOfParameter, TenantAnswer } from './tenant-parameter.js';

/** The `brand` in the settings of the tenant that a request names, that is its client's, or that was chosen. */
export async function findTenantBrand(db: Database, issuer: string, request: AuthorizationRequest): Promise<unknown> {
  const where = tenantOf(issuer, request);
  const tenant = where && (await db.tenant.findUnique({ where, select: { settings: true } }));
  return tenant ? settingsOf(tenant)['brand'] : undefined;
}

/** In the order in which the tenant of the token is decided. Nobody's membership is looked at: a look is no secret. */
function tenantOf(issuer: string, { params, client, answers }: AuthorizationRequest) {
  if (typeof params['tenant'] === 'string') return { slug: slugOfParameter(params['tenant'], issuer) };
  if (client.tenantId) return { id: client.tenantId };
  const answer = TenantAnswer.safeParse(answers['tenant']);
  return answer.success ? { id: answer.data.tenantId } : undefined;
}
