import {
  actorOf,
  Done,
  ofTenant,
  type Principal,
  type Route,
  route,
  streamRoute,
  type TokenRead,
} from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { agentOf, checker, inTenant, manager, requireOwnCheck, subjectOf, tenantOf } from './access/rights.js';
import {
  type CheckServices,
  checkFeature,
  checkLicense,
  findLicenseType,
  licenseWithToken,
  takeLicense,
} from './check/check-license.js';
import { fromQueryOrBody } from './check/query-or-body.js';
import * as schemas from './schemas.js';
import type { SeatUses } from './seat-use/seat-uses.js';
import { countLicensedUsers } from './seats/count-licensed-users.js';
import { grantSeat } from './seats/grant-seat.js';
import { listLicensedUsers } from './seats/list-licensed-users.js';
import { replaceSeat } from './seats/replace-seats.js';
import { revokeSeat } from './seats/revoke-seat.js';

const base = '/api/integration/licenses';

/** The routes for applications; the tenant is that of the token. */
export function integrationRoutes(host: IdentityPluginHost, uses: SeatUses): Route[] {
  return [...checkRoutes({ ...host, uses }), ...seatRoutes(host)];
}

interface AskedFields {
  userId?: string | undefined;
  applicationId: string;
  tenantId?: string | undefined;
  agentId?: string | undefined;
}

/** Which user's license is checked, and in which tenant. */
function about<Fields extends AskedFields>(principal: Principal, fields: Fields, read: TokenRead | undefined) {
  const caller = inTenant(principal, fields.tenantId);
  requireOwnCheck(caller, fields);
  return {
    ...fields,
    tenantId: tenantOf(caller),
    userId: subjectOf(caller, fields.userId),
    agentId: agentOf(caller, fields.agentId),
    // What was read with the token is about the tenant of the token.
    found: fields.tenantId === undefined ? takeLicense(read, fields) : undefined,
  };
}

function checkRoutes(services: CheckServices): Route[] {
  const shared = {
    errors: ['SECOND_FACTOR_REQUIRED', 'INVALID_APPLICATION_ID'],
    scope: 'licenses:read',
    withoutScope: "Only the user's own license, of the application that the client belongs to.",
    guard: checker,
    origins: ofTenant,
    tokenColumns: licenseWithToken,
  } as const;
  const check = {
    ...shared,
    path: `${base}/check`,
    summary: 'Whether a user has a license',
    description:
      'In the tenant of the token. Users can check themselves; admins and owners can check other users. Machines need the scope licenses:read and have to name a user. Machines of the whole platform name the tenant, too: `tenantId`. For a token with `act`, the agent is checked as well; machines, admins and owners can name an agent: `agentId`.',
  };
  const feature = {
    ...shared,
    path: `${base}/feature`,
    summary: 'Whether a license includes a feature',
    description: 'As for check.',
  };
  return [
    route({
      ...check,
      method: 'get',
      query: schemas.CheckFields,
      reply: schemas.LicenseCheck,
      handle: ({ principal, query, tokenRead }) => checkLicense(services, about(principal, query, tokenRead)),
    }),
    route({
      ...check,
      method: 'post',
      readOnly: true,
      query: schemas.PartialCheckFields,
      body: schemas.PartialCheckFields,
      reply: schemas.LicenseCheck,
      handle: ({ principal, query, body, tokenRead }) =>
        checkLicense(services, about(principal, fromQueryOrBody(schemas.CheckFields, query, body), tokenRead)),
    }),
    route({
      ...feature,
      method: 'get',
      query: schemas.FeatureFields,
      reply: schemas.FeatureCheck,
      handle: ({ principal, query, tokenRead }) => checkFeature(services, about(principal, query, tokenRead)),
    }),
    route({
      ...feature,
      method: 'post',
      readOnly: true,
      query: schemas.PartialFeatureFields,
      body: schemas.PartialFeatureFields,
      reply: schemas.FeatureCheck,
      handle: ({ principal, query, body, tokenRead }) =>
        checkFeature(services, about(principal, fromQueryOrBody(schemas.FeatureFields, query, body), tokenRead)),
    }),
    route({
      ...shared,
      method: 'get',
      path: `${base}/type`,
      summary: 'Which license a user has',
      description: 'As for check; the type is null without a license.',
      query: schemas.CheckFields,
      reply: schemas.HeldLicenseType,
      handle: ({ principal, query, tokenRead }) => findLicenseType(services, about(principal, query, tokenRead)),
    }),
  ];
}

function seatRoutes(host: IdentityPluginHost): Route[] {
  return [
    streamRoute({
      path: `${base}/apps/:applicationId/users`,
      summary: 'All users with a license for an application',
      description: 'For admins and owners of the tenant, and machines with the scope licenses:read.',
      errors: ['SECOND_FACTOR_REQUIRED', 'INVALID_APPLICATION_ID'],
      scope: 'licenses:read',
      guard: manager,
      origins: ofTenant,
      params: schemas.ApplicationParams,
      item: schemas.LicensedUser,
      handle: ({ principal, params }) =>
        listLicensedUsers(host, { tenantId: tenantOf(principal), principal, ...params }),
    }),
    route({
      method: 'get',
      path: `${base}/apps/:applicationId/count`,
      summary: 'How many users have a license for an application',
      description: 'For admins and owners of the tenant, and machines with the scope licenses:read.',
      errors: ['SECOND_FACTOR_REQUIRED', 'INVALID_APPLICATION_ID'],
      scope: 'licenses:read',
      guard: manager,
      origins: ofTenant,
      params: schemas.ApplicationParams,
      reply: schemas.LicensedUserCount,
      handle: ({ principal, params }) => countLicensedUsers(host, { tenantId: tenantOf(principal), ...params }),
    }),
    route({
      method: 'post',
      path: `${base}/grant`,
      summary: 'Assign a seat of a license to a member',
      description:
        'For admins and owners of the tenant, and machines with the scope licenses:write. A user can have one license per application: with `replace`, another license type that the user holds is exchanged for this one, in one step.',
      errors: [
        'SECOND_FACTOR_REQUIRED',
        'INVALID_APPLICATION_ID',
        'INVALID_LICENSE_TYPE',
        'NO_SEATS_AVAILABLE',
        'ALREADY_LICENSED',
        'USER_NOT_FOUND',
        'SEAT_LEASED',
      ],
      scope: 'licenses:write',
      guard: manager,
      origins: ofTenant,
      body: schemas.GrantBody,
      reply: schemas.LicenseAssignment,
      status: 201,
      handle: ({ principal, body: { replace, ...body } }) => {
        const input = { actor: actorOf(principal), tenantId: tenantOf(principal), ...body };
        return replace ? replaceSeat(host, input) : grantSeat(host, input);
      },
    }),
    route({
      method: 'post',
      path: `${base}/revoke`,
      summary: 'Revoke the license of a member',
      description:
        'For admins and owners of the tenant, and machines with the scope licenses:write. The seat is free at once.',
      errors: ['SECOND_FACTOR_REQUIRED', 'INVALID_APPLICATION_ID', 'LICENSE_NOT_FOUND', 'SEAT_LEASED'],
      scope: 'licenses:write',
      guard: manager,
      origins: ofTenant,
      body: schemas.RevokeBody,
      reply: Done,
      handle: ({ principal, body }) =>
        revokeSeat(host, { actor: actorOf(principal), tenantId: tenantOf(principal), ...body }),
    }),
  ];
}
