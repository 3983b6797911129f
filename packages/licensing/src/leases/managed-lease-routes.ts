import { anyToken, Done, Id, ofTenant, Pagination, pageFields, type Route, route, Timestamp } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { z } from 'zod';
import { TenantParams } from '../history/period-schemas.js';
import { endLease } from './end-lease.js';
import { listLeases } from './list-leases.js';

const base = '/api/tenants/:id/leases';

export const LeaseParams = TenantParams.extend({ leaseId: Id });
export const LeaseList = z.object({
  leases: z.array(
    z.object({
      id: z.uuid(),
      userId: z.uuid(),
      applicationId: z.uuid(),
      licenseTypeId: z.uuid(),
      expiresAt: Timestamp,
      createdAt: Timestamp,
    }),
  ),
  pagination: Pagination,
});

/** The leases of a tenant, for those who manage it. */
export function managedLeaseRoutes(host: IdentityPluginHost): Route[] {
  return [
    route({
      method: 'get',
      path: base,
      summary: 'The leases that still run',
      description:
        'For admins, owners and super admins. The newest lease comes first. Also those of people who have left.',
      errors: ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND'],
      scope: 'licenses:read',
      guard: anyToken,
      origins: ofTenant,
      params: TenantParams,
      query: z.strictObject({ ...pageFields }),
      reply: LeaseList,
      handle: ({ principal, params, query }) => listLeases(host.db, { tenantId: params.id, principal, ...query }),
    }),
    route({
      method: 'delete',
      path: `${base}/:leaseId`,
      summary: 'Free the seat of a lease',
      description:
        'For admins, owners and super admins. The holder loses the seat, and all leases of it end here; the first who waits gets it. The JWT of the lease still verifies without the server until it ends.',
      errors: ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND', 'LEASE_NOT_FOUND'],
      scope: 'licenses:write',
      guard: anyToken,
      origins: ofTenant,
      params: LeaseParams,
      reply: Done,
      handle: ({ principal, params }) => endLease(host, { tenantId: params.id, principal, leaseId: params.leaseId }),
    }),
  ];
}
