import { anyToken, ofTenant, type Route, route } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { TenantParams } from '../schemas.js';
import { changePolicy, getPolicy } from './change-policy.js';
import { PolicyBody, PolicyReply } from './read-policy.js';

const shared = {
  path: '/api/tenants/:id/policy',
  guard: anyToken,
  origins: ofTenant,
  params: TenantParams,
  reply: PolicyReply,
} as const;
const known = ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND'] as const;

/** The routes of a tenant's policy. */
export function policyRoutes(host: IdentityPluginHost): Route[] {
  return [
    route({
      ...shared,
      method: 'get',
      summary: 'How the members of a tenant have to sign in',
      description: 'For owners and super admins.',
      errors: [...known],
      scope: 'tenants:read',
      handle: ({ principal, params }) => getPolicy(host, { tenantId: params.id, principal }),
    }),
    route({
      ...shared,
      method: 'put',
      summary: 'Change how the members of a tenant have to sign in',
      description:
        'For owners and super admins. Replaces the whole policy. Sessions and tokens that it no longer allows end at once.',
      errors: [...known, 'WOULD_LOCK_OUT'],
      scope: 'tenants:write',
      body: PolicyBody,
      handle: ({ principal, params, body, ctx }) =>
        changePolicy(host, { tenantId: params.id, principal, body, ip: ctx.ip }),
    }),
  ];
}
