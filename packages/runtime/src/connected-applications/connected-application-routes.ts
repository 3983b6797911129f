import { Done, firstPartyUser, ofTenant, type Route, route, userOnly } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import * as schemas from './application-schemas.js';
import { decideApplication, undecideApplication } from './decide-application.js';
import { listConsents } from './list-consents.js';
import { getTenantApplication, listTenantApplications } from './list-tenant-applications.js';
import { takeBackConsent } from './take-back-consent.js';

/** The routes of the applications of others: what a user has allowed them, and what a tenant has decided about them. */
export function connectedApplicationRoutes(host: IdentityPluginHost): Route[] {
  return [...ownRoutes(host), ...(host.services.members ? tenantRoutes(host) : [])];
}

const ofOwnPages = 'No third-party client can do this, with whatever scopes.';

function ownRoutes(host: IdentityPluginHost): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/users/me/applications',
      summary: 'What the user has allowed third-party applications',
      description: 'For users. First-party applications need no consent and are not listed.',
      scope: 'account:read',
      guard: userOnly,
      reply: schemas.ConnectedApplications,
      handle: ({ principal }) => listConsents(host.db, principal),
    }),
    route({
      method: 'delete',
      path: '/api/users/me/applications/:clientId',
      summary: 'Take back what the user has allowed an application',
      description: `For users. All tokens that the application got for the user end at once. ${ofOwnPages}`,
      errors: ['NOT_FOUND'],
      scope: 'account:write',
      guard: firstPartyUser,
      params: schemas.ConnectedParams,
      reply: schemas.NoContent,
      status: 204,
      handle: async ({ principal, params }) => {
        await takeBackConsent(host, { userId: principal.userId, ...params });
        return {};
      },
    }),
  ];
}

function tenantRoutes(host: IdentityPluginHost): Route[] {
  const { db } = host;
  const path = '/api/tenants/:id/applications';
  const one = { path: `${path}/:clientId`, params: schemas.ApplicationParams } as const;
  const known = ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND'] as const;
  return [
    route({
      method: 'get',
      path,
      summary: 'The third-party applications of a tenant',
      description:
        'For owners, admins and super admins. Those that members use for the tenant, and those that were asked for or decided about.',
      errors: [...known],
      scope: 'tenants:read',
      guard: userOnly,
      origins: ofTenant,
      params: schemas.TenantParams,
      query: schemas.ApplicationsQuery,
      reply: schemas.TenantApplications,
      handle: ({ principal, params, query }) =>
        listTenantApplications(db, { tenantId: params.id, principal, ...query }),
    }),
    route({
      ...one,
      method: 'get',
      summary: 'One third-party application of a tenant',
      description: 'For owners, admins and super admins. It may be one that nobody has used yet.',
      errors: [...known, 'NOT_FOUND'],
      scope: 'tenants:read',
      guard: userOnly,
      origins: ofTenant,
      reply: schemas.TenantApplication,
      handle: ({ principal, params: { id: tenantId, clientId } }) =>
        getTenantApplication(db, { tenantId, principal, clientId }),
    }),
    route({
      ...one,
      method: 'put',
      summary: 'Allow or block a third-party application in a tenant',
      description: `For owners, admins and super admins. Blocking ends what the application got for the tenant at once. ${ofOwnPages}`,
      errors: [...known, 'NOT_FOUND'],
      scope: 'tenants:write',
      guard: firstPartyUser,
      origins: ofTenant,
      body: schemas.DecisionBody,
      reply: schemas.TenantApplication,
      handle: ({ principal, params: { id: tenantId, clientId }, body }) =>
        decideApplication(host, { tenantId, principal, clientId, ...body }),
    }),
    route({
      ...one,
      method: 'delete',
      summary: 'Take back what a tenant has decided about an application',
      description: `For owners, admins and super admins. The default of the tenant counts then. Dismisses a request as well. ${ofOwnPages}`,
      errors: [...known, 'NOT_FOUND'],
      scope: 'tenants:write',
      guard: firstPartyUser,
      origins: ofTenant,
      reply: Done,
      handle: async ({ principal, params: { id: tenantId, clientId } }) => {
        await undecideApplication(host, { tenantId, principal, clientId });
        return { success: true, message: 'Nothing is decided about the application any more.' };
      },
    }),
  ];
}
