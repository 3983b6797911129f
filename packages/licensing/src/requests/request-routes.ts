import { anyToken, ofTenant, type Route, route } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { memberOnly } from '../access/rights.js';
import { approveRequest } from './approve-request.js';
import { declineRequest } from './decline-request.js';
import { listRequests } from './list-requests.js';
import { requestLicense } from './request-license.js';
import * as schemas from './request-schemas.js';

const base = '/api/tenants/:id/license-requests';

/** The routes of requests for licenses: to ask for one, and to decide. */
export function requestRoutes(host: IdentityPluginHost): Route[] {
  return [askRoute(host), listRoute(host), ...decisionRoutes(host)];
}

function askRoute(host: IdentityPluginHost): Route {
  return route({
    method: 'post',
    path: '/api/integration/licenses/request',
    summary: 'Ask for a license',
    description:
      'For members, for themselves, in the tenant of the token. The tenant must own a subscription of the application.',
    errors: [
      'SECOND_FACTOR_REQUIRED',
      'INVALID_APPLICATION_ID',
      'INVALID_LICENSE_TYPE',
      'USER_NOT_FOUND',
      'ALREADY_LICENSED',
      'NO_SEATS_AVAILABLE',
      'REQUEST_EXISTS',
      'RATE_LIMITED',
    ],
    scope: 'licenses:write',
    guard: memberOnly,
    origins: ofTenant,
    body: schemas.RequestBody,
    reply: schemas.LicenseRequestEntry,
    status: 201,
    handle: ({ principal, body }) =>
      requestLicense(host, { tenantId: principal.tenant.id, userId: principal.userId, ...body }),
  });
}

function listRoute(host: IdentityPluginHost): Route {
  return route({
    method: 'get',
    path: base,
    summary: 'A page of the requests for licenses, newest first',
    description:
      'For admins, owners and super admins. Those that are WAITING come by license type and position if `status` asks for them.',
    errors: ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND'],
    scope: 'licenses:read',
    guard: anyToken,
    origins: ofTenant,
    params: schemas.RequestsParams,
    query: schemas.RequestsQuery,
    reply: schemas.LicenseRequestList,
    handle: ({ principal, params, query }) => listRequests(host, { tenantId: params.id, principal, ...query }),
  });
}

function decisionRoutes(host: IdentityPluginHost): Route[] {
  const shared = {
    method: 'post',
    scope: 'licenses:write',
    guard: anyToken,
    origins: ofTenant,
    params: schemas.RequestParams,
    body: schemas.DecisionBody,
    reply: schemas.LicenseRequestEntry,
  } as const;
  const errors = ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND', 'REQUEST_NOT_FOUND', 'REQUEST_DECIDED'] as const;
  return [
    route({
      ...shared,
      path: `${base}/:requestId/approve`,
      summary: 'Approve a request: the user gets a seat, or waits for one',
      description:
        'For admins, owners and super admins. Without `licenseTypeId`, the type of the request is taken, or the only one that the tenant owns.',
      errors: [...errors, 'INVALID_LICENSE_TYPE', 'ALREADY_LICENSED', 'NO_SEATS_AVAILABLE'],
      handle: ({ principal, params: { id: tenantId, requestId }, body }) =>
        approveRequest(host, { tenantId, requestId, principal, ...body }),
    }),
    route({
      ...shared,
      path: `${base}/:requestId/decline`,
      summary: 'Decline a request, or take it off the waiting list',
      description:
        'For admins, owners and super admins. The note is mailed to the user. `licenseTypeId` has no effect.',
      errors,
      handle: ({ principal, params: { id: tenantId, requestId }, body: { note } }) =>
        declineRequest(host, { tenantId, requestId, principal, note }),
    }),
  ];
}
