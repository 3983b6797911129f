import { type Route, route, userOnly, userOrMachine } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { getTenant } from './get-tenant.js';
import { listTenants } from './list-tenants.js';
import { TenantDetails, TenantList, TenantParams } from './schemas.js';

/** Every URL of the tenants' API. */
export function routes(db: Database): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/tenants',
      summary: 'The tenants the signed-in user belongs to',
      guard: userOnly,
      reply: TenantList,
      handle: ({ principal }) => listTenants(db, principal.userId),
    }),
    route({
      method: 'get',
      path: '/api/tenants/:id',
      summary: 'One tenant',
      guard: userOrMachine('tenants:read'),
      params: TenantParams,
      reply: TenantDetails,
      handle: ({ principal, params }) => getTenant(db, { tenantId: params.id, principal }),
    }),
  ];
}
