import { anyone, Done, everybody, type Route, route, userOnly, userOrMachine } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { acceptByApi } from './accept-by-api.js';
import { removeMember, updateMember } from './change-member.js';
import { createInvitation } from './create-invitation.js';
import { createTenant } from './create-tenant.js';
import { deleteTenant } from './delete-tenant.js';
import { getTenant } from './get-tenant.js';
import { listEvents } from './list-events.js';
import { listInvitations } from './list-invitations.js';
import { listMembers } from './list-members.js';
import { listTenants } from './list-tenants.js';
import { resendInvitation, revokeInvitation } from './manage-invitation.js';
import * as schemas from './schemas.js';
import { updateTenant } from './update-tenant.js';

/** Every URL of the tenants' API. */
export function routes(host: IdentityPluginHost): Route[] {
  return [...tenantRoutes(host), ...memberRoutes(host), ...invitationRoutes(host)];
}

function tenantRoutes(host: IdentityPluginHost): Route[] {
  const { db } = host;
  return [
    route({
      method: 'get',
      path: '/api/tenants',
      summary: 'The tenants the signed-in user belongs to',
      guard: userOnly,
      reply: schemas.TenantList,
      handle: ({ principal }) => listTenants(db, principal.userId),
    }),
    route({
      method: 'post',
      path: '/api/tenants',
      summary: 'Create a tenant; the caller becomes its owner',
      guard: userOnly,
      body: schemas.CreateTenantBody,
      reply: schemas.CreatedTenant,
      status: 201,
      handle: ({ principal, body }) => createTenant(host, { principal, ...body }),
    }),
    route({
      method: 'get',
      path: '/api/tenants/:id',
      summary: 'One tenant',
      guard: userOrMachine('tenants:read'),
      params: schemas.TenantParams,
      reply: schemas.TenantDetails,
      handle: ({ principal, params }) => getTenant(db, { tenantId: params.id, principal }),
    }),
    route({
      method: 'patch',
      path: '/api/tenants/:id',
      summary: 'Change name, settings or MFA policy',
      guard: anyone,
      params: schemas.TenantParams,
      body: schemas.UpdateTenantBody,
      reply: schemas.UpdatedTenant,
      handle: ({ principal, params, body }) => updateTenant(host, { tenantId: params.id, principal, changes: body }),
    }),
    route({
      method: 'delete',
      path: '/api/tenants/:id',
      summary: 'Delete the tenant and everything in it',
      guard: anyone,
      params: schemas.TenantParams,
      reply: Done,
      handle: ({ principal, params }) => deleteTenant(host, { tenantId: params.id, principal }),
    }),
    route({
      method: 'get',
      path: '/api/tenants/:id/events',
      summary: 'What happened in the tenant, newest first',
      guard: anyone,
      params: schemas.TenantParams,
      query: schemas.EventsQuery,
      reply: schemas.EventList,
      handle: ({ principal, params, query }) => listEvents(db, { tenantId: params.id, principal, query }),
    }),
  ];
}

function memberRoutes(host: IdentityPluginHost): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/tenants/:id/members',
      summary: 'A page of the members',
      guard: userOrMachine('tenants:read'),
      params: schemas.TenantParams,
      query: schemas.MembersQuery,
      reply: schemas.MemberList,
      handle: ({ principal, params, query }) => listMembers(host.db, { tenantId: params.id, principal, query }),
    }),
    route({
      method: 'patch',
      path: '/api/tenants/:id/members/:membershipId',
      summary: 'Change role or status of a member',
      guard: anyone,
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
      guard: anyone,
      params: schemas.MemberParams,
      reply: Done,
      handle: ({ principal, params }) =>
        removeMember(host, { tenantId: params.id, membershipId: params.membershipId, principal }),
    }),
  ];
}

function invitationRoutes(host: IdentityPluginHost): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/tenants/:id/invitations',
      summary: 'The invitations of one status',
      guard: anyone,
      params: schemas.TenantParams,
      query: schemas.InvitationsQuery,
      reply: schemas.InvitationList,
      handle: ({ principal, params, query }) =>
        listInvitations(host.db, { tenantId: params.id, principal, status: query.status }),
    }),
    route({
      method: 'post',
      path: '/api/tenants/:id/invitations',
      summary: 'Invite an address',
      guard: anyone,
      params: schemas.TenantParams,
      body: schemas.CreateInvitationBody,
      reply: schemas.CreatedInvitation,
      status: 201,
      handle: ({ principal, params, body }) => createInvitation(host, { tenantId: params.id, principal, ...body }),
    }),
    route({
      method: 'post',
      path: '/api/tenants/:id/invitations/:invitationId/resend',
      summary: 'Send an invitation again, with a new link',
      guard: anyone,
      params: schemas.InvitationParams,
      reply: Done,
      handle: ({ principal, params }) =>
        resendInvitation(host, { tenantId: params.id, invitationId: params.invitationId, principal }),
    }),
    route({
      method: 'delete',
      path: '/api/tenants/:id/invitations/:invitationId',
      summary: 'Revoke an invitation',
      guard: anyone,
      params: schemas.InvitationParams,
      reply: Done,
      handle: ({ principal, params }) =>
        revokeInvitation(host, { tenantId: params.id, invitationId: params.invitationId, principal }),
    }),
    route({
      method: 'post',
      path: '/api/invitations/:token/accept',
      summary: 'Accept an invitation, signed in or as somebody new',
      guard: everybody,
      params: schemas.InvitationTokenParams,
      body: schemas.AcceptInvitationBody,
      reply: schemas.AcceptedInvitation,
      handle: ({ principal, params, body }) => acceptByApi(host, { secret: params.token, principal, body }),
    }),
  ];
}
