import type { Route } from '@org/identity-core';
import { type IdentityPluginHost, platformRouteOf } from '@org/identity-prisma';
import { PlatformTenantDetails, PlatformTenantList, PlatformTenantsQuery, TenantParams } from './schemas.js';
import { findTenant, listAllTenants } from './tenant/list-all-tenants.js';

/** The tenants of the whole platform, for those who run it. Creating and changing a tenant has routes of its own. */
export function platformRoutes({ db }: Pick<IdentityPluginHost, 'db'>): Route[] {
  const platformRoute = platformRouteOf(db);
  return [
    platformRoute({
      method: 'get',
      path: '/api/platform/tenants',
      summary: 'A page of all tenants, by slug',
      description: '`search` is a part of the slug or the name.',
      query: PlatformTenantsQuery,
      reply: PlatformTenantList,
      handle: ({ query }) => listAllTenants(db, query),
    }),
    platformRoute({
      method: 'get',
      path: '/api/platform/tenants/:id',
      summary: 'One tenant, by id or slug',
      errors: ['TENANT_NOT_FOUND'],
      params: TenantParams,
      reply: PlatformTenantDetails,
      handle: ({ params }) => findTenant(db, params.id),
    }),
  ];
}
