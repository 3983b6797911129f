import {
  anyToken,
  Done,
  ofTenant,
  type Route,
  route,
  tokenOptional,
  userOnly,
  userOrMachine,
} from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { applicationPolicyRoutes } from './application-policy/application-policy-routes.js';
import { eventRoutes } from './audit/event-routes.js';
import { groupRoutes } from './groups/group-routes.js';
import { acceptByApi } from './invitations/accept-by-api.js';
import { createInvitation } from './invitations/create-invitation.js';
import { listInvitations } from './invitations/list-invitations.js';
import { resendInvitation, revokeInvitation } from './invitations/manage-invitation.js';
import { removeMember, updateMember } from './members/change-member.js';
import { listMembers } from './members/list-members.js';
import { platformRoutes } from './platform-routes.js';
import { policyRoutes } from './policy/policy-routes.js';
import * as schemas from './schemas.js';
import { createTenant, type TenantLimits } from './tenant/create-tenant.js';
import { deleteTenant } from './tenant/delete-tenant.js';
import { getTenant } from './tenant/get-tenant.js';
import { listTenants } from './tenant/list-tenants.js';
import { updateTenant } from './tenant/update-tenant.js';
import './schema-words.js';

/** Invitations can tell who has an account, by the time that they take: few of them can be measured. */
const rehearsalsPerMinute = 60;

interface RouteOptions {
  limits: TenantLimits;
  slugHoldDays: number;
}

/** All routes of the tenants' API. */
export function routes(host: IdentityPluginHost, options: RouteOptions): Route[] {
  return [
    ...tenantRoutes(host, options),
    ...memberRoutes(host),
    ...groupRoutes(host),
    ...policyRoutes(host),
    ...applicationPolicyRoutes(host),
    ...invitationRoutes(host),
    ...platformRoutes(host),
  ];
}

function tenantRoutes(host: IdentityPluginHost, { limits, slugHoldDays }: RouteOptions): Route[] {
  const { db } = host;
  return [
    route({
      method: 'get',
      path: '/api/tenants',
      summary: 'The tenants the signed-in user belongs to',
      description: 'For users. Only active memberships count.',
      scope: 'tenants:read',
      guard: userOnly,
      origins: ofTenant,
      reply: schemas.TenantList,
      handle: ({ principal }) => listTenants(db, principal),
    }),
    route({
      method: 'post',
      path: '/api/tenants',
      summary: 'Create a tenant; the caller becomes its owner',
      description: 'For users. Without a slug, one is made from the name.',
      errors: ['USER_NOT_FOUND', 'SLUG_TAKEN', 'RATE_LIMITED'],
      scope: 'tenants:write',
      guard: userOnly,
      body: schemas.CreateTenantBody,
      reply: schemas.CreatedTenant,
      status: 201,
      handle: ({ principal, body }) => createTenant({ ...host, limits }, { principal, ...body }),
    }),
    route({
      method: 'get',
      path: '/api/tenants/:id',
      summary: 'One tenant',
      description: 'For members, super admins, and machines with the scope tenants:read.',
      errors: ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND'],
      scope: 'tenants:read',
      guard: userOrMachine,
      origins: ofTenant,
      params: schemas.TenantParams,
      reply: schemas.TenantDetails,
      handle: ({ principal, params }) => getTenant(host, { tenantId: params.id, principal }),
    }),
    route({
      method: 'patch',
      path: '/api/tenants/:id',
      summary: 'Change the name, settings or MFA policy',
      description:
        'For admins, owners and super admins. Settings are replaced as a whole. At least one field is needed.',
      errors: ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND'],
      scope: 'tenants:write',
      guard: anyToken,
      origins: ofTenant,
      params: schemas.TenantParams,
      body: schemas.UpdateTenantBody,
      reply: schemas.UpdatedTenant,
      handle: ({ principal, params, body }) => updateTenant(host, { tenantId: params.id, principal, changes: body }),
    }),
    route({
      method: 'delete',
      path: '/api/tenants/:id',
      summary: 'Delete the tenant and everything in it',
      description: 'For owners and super admins. Memberships, invitations, seats and tokens of the tenant end at once.',
      errors: ['SECOND_FACTOR_REQUIRED', 'OWNER_REQUIRED', 'TENANT_NOT_FOUND'],
      scope: 'tenants:write',
      guard: anyToken,
      origins: ofTenant,
      params: schemas.TenantParams,
      reply: Done,
      handle: ({ principal, params }) => deleteTenant(host, { tenantId: params.id, principal, slugHoldDays }),
    }),
    ...eventRoutes(host),
  ];
}

function memberRoutes(host: IdentityPluginHost): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/tenants/:id/members',
      summary: 'A page of the members',
      description: 'For members, super admins, and machines with the scope tenants:read.',
      errors: ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND'],
      scope: 'tenants:read',
      guard: userOrMachine,
      origins: ofTenant,
      params: schemas.TenantParams,
      query: schemas.MembersQuery,
      reply: schemas.MemberList,
      handle: ({ principal, params, query }) => listMembers(host.db, { tenantId: params.id, principal, query }),
    }),
    route({
      method: 'patch',
      path: '/api/tenants/:id/members/:membershipId',
      summary: 'Change the role or status of a member',
      description:
        'For admins, owners and super admins. Only owners and super admins can change or appoint an owner. At least one field is needed.',
      errors: ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND', 'MEMBER_NOT_FOUND', 'USER_NOT_FOUND', 'LAST_OWNER'],
      scope: 'tenants:write',
      guard: anyToken,
      origins: ofTenant,
      params: schemas.MemberParams,
      body: schemas.UpdateMemberBody,
      reply: schemas.UpdatedMember,
      handle: ({ principal, params, body }) =>
        updateMember(host, { tenantId: params.id, membershipId: params.membershipId, principal, changes: body }),
    }),
    route({
      method: 'delete',
      path: '/api/tenants/:id/members/:membershipId',
      summary: 'Remove a member, or leave',
      description: 'For admins, owners and super admins, and for members who leave. A tenant always keeps an owner.',
      errors: ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND', 'MEMBER_NOT_FOUND', 'LAST_OWNER'],
      scope: 'tenants:write',
      guard: anyToken,
      origins: ofTenant,
      params: schemas.MemberParams,
      reply: Done,
      handle: ({ principal, params }) =>
        removeMember(host, { tenantId: params.id, membershipId: params.membershipId, principal }),
    }),
  ];
}

function invitationRoutes(host: IdentityPluginHost): Route[] {
  const hasLicenses = host.services.invitationLicenses !== undefined;
  const { body, created, list } = schemas.invitationSchemas(hasLicenses);
  const licenseErrors = ['INVALID_APPLICATION_ID', 'INVALID_LICENSE_TYPE', 'NO_SEATS_AVAILABLE'] as const;
  return [
    route({
      method: 'get',
      path: '/api/tenants/:id/invitations',
      summary: 'The invitations of one status',
      description: 'For admins, owners and super admins.',
      errors: ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND'],
      scope: 'tenants:read',
      guard: anyToken,
      origins: ofTenant,
      params: schemas.TenantParams,
      query: schemas.InvitationsQuery,
      reply: list,
      handle: ({ principal, params, query }) =>
        listInvitations(host.db, { tenantId: params.id, principal, status: query.status }),
    }),
    route({
      method: 'post',
      path: '/api/tenants/:id/invitations',
      summary: 'Invite an email',
      description:
        'For admins, owners and super admins; only owners and super admins can invite an owner. A link is mailed.',
      errors: [
        'SECOND_FACTOR_REQUIRED',
        'TENANT_NOT_FOUND',
        'ALREADY_MEMBER',
        'INVITATION_EXISTS',
        'RATE_LIMITED',
        ...(hasLicenses ? licenseErrors : []),
      ],
      scope: 'tenants:write',
      guard: anyToken,
      origins: ofTenant,
      params: schemas.TenantParams,
      body,
      reply: created,
      status: 201,
      rehearsalsPerMinute,
      handle: ({ principal, params, body, language }) =>
        createInvitation(host, { tenantId: params.id, principal, language, ...body }),
    }),
    route({
      method: 'post',
      path: '/api/tenants/:id/invitations/:invitationId/resend',
      summary: 'Send an invitation again, with a new link',
      description: 'For admins, owners and super admins. The old link stops working.',
      errors: [
        'SECOND_FACTOR_REQUIRED',
        'TENANT_NOT_FOUND',
        'INVITATION_NOT_FOUND',
        'ALREADY_MEMBER',
        'INVITATION_EXISTS',
        'RATE_LIMITED',
        ...(hasLicenses ? licenseErrors : []),
      ],
      scope: 'tenants:write',
      guard: anyToken,
      origins: ofTenant,
      rehearsalsPerMinute,
      params: schemas.InvitationParams,
      reply: Done,
      handle: ({ principal, params, language }) =>
        resendInvitation(host, { tenantId: params.id, invitationId: params.invitationId, principal, language }),
    }),
    route({
      method: 'delete',
      path: '/api/tenants/:id/invitations/:invitationId',
      summary: 'Revoke an invitation',
      description: 'For admins, owners and super admins. The link stops working.',
      errors: ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND', 'INVITATION_NOT_FOUND'],
      scope: 'tenants:write',
      guard: anyToken,
      origins: ofTenant,
      params: schemas.InvitationParams,
      reply: Done,
      handle: ({ principal, params }) =>
        revokeInvitation(host, { tenantId: params.id, invitationId: params.invitationId, principal }),
    }),
    route({
      method: 'post',
      path: '/api/invitations/:token/accept',
      summary: 'Accept an invitation, signed in or as a new user',
      description:
        'With the token of the invited user and an empty body, or without a token and with a password for a new account.',
      errors: [
        'FORBIDDEN',
        'REAUTHENTICATION_REQUIRED',
        'INVITATION_EMAIL_MISMATCH',
        'INVITATION_NOT_FOUND',
        'USER_NOT_FOUND',
        'ALREADY_MEMBER',
        'INVITATION_EXPIRED',
        'WEAK_PASSWORD',
        'RATE_LIMITED',
      ],
      scope: 'tenants:write',
      guard: tokenOptional,
      params: schemas.InvitationTokenParams,
      body: schemas.AcceptInvitationBody,
      reply: schemas.AcceptedInvitation,
      handle: ({ principal, params, body, ctx }) =>
        acceptByApi(host, { secret: params.token, principal, body, ip: ctx.ip }),
    }),
  ];
}
