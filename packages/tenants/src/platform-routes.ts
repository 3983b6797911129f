import type { Route } from '@org/identity-core';
import { type IdentityPluginHost, platformRouteOf } from '@org/identity-prisma';
import { createTenantOfOwner } from './platform/create-tenant-of-owner.js';
import {
  CreatedPlatformTenant,
  CreatePlatformTenantBody,
  PlatformTenantDetails,
  PlatformTenantList,
  PlatformTenantsQuery,
  TenantParams,
} from './schemas.js';
import { findTenant, listAllTenants } from './tenant/list-all-tenants.js';

/** The tenants of the whole platform, for those who run it. Changing a tenant has routes of its own. */
export function platformRoutes(host: IdentityPluginHost): Route[] {
  const { db } = host;
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
      method: 'post',
      path: '/api/platform/tenants',
      summary: 'Create a tenant for its owner',
      description:
        'Its owner is invited by `ownerEmail`, or is the account `ownerId`: one of both is needed. Until the invitation is accepted, the tenant has no owner, and super admins manage it. Without a slug, one is made from the name.',
      errors: ['USER_NOT_FOUND', 'SLUG_TAKEN', 'RATE_LIMITED'],
      body: CreatePlatformTenantBody,
      reply: CreatedPlatformTenant,
      status: 201,
      handle: ({ principal, body, language }) => createTenantOfOwner(host, { principal, language, ...body }),
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
