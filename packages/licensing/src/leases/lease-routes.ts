import {
  forbidden,
  ofTenant,
  type Principal,
  type Route,
  route,
  secretField,
  Timestamp,
  text,
} from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { z } from 'zod';
import { member, type TenantCaller, tenantOf } from '../access/rights.js';
import { createLease, maxLeaseDays } from './create-lease.js';

export const LeaseBody = z.strictObject({
  applicationId: text(200, { min: 1 }),
  days: z.int().min(1).max(maxLeaseDays),
});
export const Lease = z.object({ lease: secretField(z.string()), expiresAt: Timestamp });

type Holder = Extract<TenantCaller, { kind: 'user' }>;

/** Allows users with a tenant. A machine has no seat. */
function holder(principal: Principal | undefined): Holder {
  if (principal?.kind === 'machine') throw forbidden('A machine has no license: send the access token of a user.');
  return member(principal, 'licenses:write') as Holder;
}

/** Licenses that work without the server. */
export function leaseRoutes(host: IdentityPluginHost): Route[] {
  return [
    route({
      method: 'post',
      path: '/api/integration/licenses/lease',
      summary: 'A license that works without the server for some days',
      description:
        'For users with a license, for themselves. The lease is a JWT (RS256) that the key set verifies. It ends with the subscription at the latest. Until it ends, the seat cannot be revoked; only an admin or owner can free it.',
      errors: ['SECOND_FACTOR_REQUIRED', 'INVALID_APPLICATION_ID', 'LICENSE_NOT_FOUND', 'LEASES_OFF', 'RATE_LIMITED'],
      // Here a missing license is a fact about the request, not about its URL.
      errorStatuses: { LICENSE_NOT_FOUND: 400 },
      scope: 'licenses:write',
      guard: holder,
      origins: ofTenant,
      body: LeaseBody,
      reply: Lease,
      status: 201,
      handle: ({ principal, body }) => createLease(host, { principal, tenantId: tenantOf(principal), ...body }),
    }),
  ];
}
