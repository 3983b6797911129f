import { firstPartyUser, nameSchema, ofTenant, type Route, route, userOnly } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { z } from 'zod';
import { TenantParams } from '../schemas.js';
import { changeApplicationPolicy, getApplicationPolicy } from './change-application-policy.js';

const thirdPartyApps = z.enum(['ALLOW', 'ASK', 'BLOCK']);
export const ApplicationPolicyBody = z.strictObject({ thirdPartyApps });
export const ApplicationPolicyReply = z.object({ thirdPartyApps });

const sentence = {
  thirdPartyApps: 'Whether members may use third-party applications about which nothing was decided, or have to ask.',
};
nameSchema(ApplicationPolicyBody, 'ReplaceApplicationPolicyRequest', sentence);
nameSchema(ApplicationPolicyReply, 'ApplicationPolicy', sentence);

const shared = {
  path: '/api/tenants/:id/application-policy',
  params: TenantParams,
  reply: ApplicationPolicyReply,
  errors: ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND'],
} as const;

/** The routes of a tenant's default for third-party applications. */
export function applicationPolicyRoutes(host: IdentityPluginHost): Route[] {
  return [
    route({
      ...shared,
      method: 'get',
      summary: 'The default of a tenant for third-party applications',
      description: 'For owners, admins and super admins.',
      scope: 'tenants:read',
      guard: userOnly,
      origins: ofTenant,
      handle: ({ principal, params }) => getApplicationPolicy(host, { tenantId: params.id, principal }),
    }),
    route({
      ...shared,
      method: 'put',
      summary: 'Change the default of a tenant for third-party applications',
      description:
        'For owners, admins and super admins. ALLOW, ASK (members ask a manager) or BLOCK. What the new default does not allow ends at once, unless the application itself was allowed. No third-party client can do this, with whatever scopes.',
      scope: 'tenants:write',
      guard: firstPartyUser,
      origins: ofTenant,
      body: ApplicationPolicyBody,
      handle: ({ principal, params, body }) =>
        changeApplicationPolicy(host, { tenantId: params.id, principal, ...body }),
    }),
  ];
}
