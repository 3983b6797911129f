import { anyToken, Done, ofTenant, type Route, route } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { createGroup, deleteGroup, updateGroup } from './change-group.js';
import { addGroupMembers, listGroupMembers, removeGroupMembers } from './group-members.js';
import * as schemas from './group-schemas.js';
import { getGroup, listGroups } from './list-groups.js';

const base = '/api/tenants/:id/groups';
const one = `${base}/:groupId`;
const shared = { guard: anyToken, origins: ofTenant } as const;
const known = ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND'] as const;

/** The routes of groups. */
export function groupRoutes(host: IdentityPluginHost): Route[] {
  return [...readingRoutes(host), ...changingRoutes(host), ...memberRoutes(host)];
}

function readingRoutes({ db }: IdentityPluginHost): Route[] {
  return [
    route({
      ...shared,
      method: 'get',
      path: base,
      summary: 'The groups of a tenant',
      description: 'For members and super admins. In the order of their names.',
      errors: [...known],
      scope: 'tenants:read',
      params: schemas.GroupsParams,
      query: schemas.GroupsQuery,
      reply: schemas.GroupList,
      handle: ({ principal, params, query }) => listGroups(db, { tenantId: params.id, principal, ...query }),
    }),
    route({
      ...shared,
      method: 'get',
      path: one,
      summary: 'One group',
      description: 'For admins, owners and super admins.',
      errors: [...known, 'GROUP_NOT_FOUND'],
      scope: 'tenants:read',
      params: schemas.GroupParams,
      reply: schemas.GroupDetails,
      handle: ({ principal, params: { id: tenantId, groupId } }) => getGroup(db, { tenantId, principal, groupId }),
    }),
  ];
}

function changingRoutes(host: IdentityPluginHost): Route[] {
  return [
    route({
      ...shared,
      method: 'post',
      path: base,
      summary: 'Add a group',
      description: 'For admins, owners and super admins. Names differ in more than case. A tenant has 2,000 at most.',
      errors: [...known, 'GROUP_EXISTS'],
      scope: 'tenants:write',
      params: schemas.GroupsParams,
      body: schemas.CreateGroupBody,
      reply: schemas.GroupDetails,
      status: 201,
      handle: ({ principal, params, body }) => createGroup(host, { tenantId: params.id, principal, ...body }),
    }),
    route({
      ...shared,
      method: 'patch',
      path: one,
      summary: 'Change the name or the description of a group',
      description: 'For admins, owners and super admins. A group of a directory is changed in the directory.',
      errors: [...known, 'GROUP_NOT_FOUND', 'GROUP_EXISTS', 'MANAGED_BY_DIRECTORY'],
      scope: 'tenants:write',
      params: schemas.GroupParams,
      body: schemas.UpdateGroupBody,
      reply: schemas.GroupDetails,
      handle: ({ principal, params: { id: tenantId, groupId }, body: changes }) =>
        updateGroup(host, { tenantId, principal, groupId, changes }),
    }),
    route({
      ...shared,
      method: 'delete',
      path: one,
      summary: 'Delete a group',
      description:
        'For admins, owners and super admins. Its members stay members of the tenant, and nobody loses a seat. License rules for the group are deleted.',
      errors: [...known, 'GROUP_NOT_FOUND', 'MANAGED_BY_DIRECTORY'],
      scope: 'tenants:write',
      params: schemas.GroupParams,
      reply: Done,
      handle: ({ principal, params: { id: tenantId, groupId } }) => deleteGroup(host, { tenantId, principal, groupId }),
    }),
  ];
}

function memberRoutes(host: IdentityPluginHost): Route[] {
  return [
    route({
      ...shared,
      method: 'get',
      path: `${one}/members`,
      summary: 'The members of a group',
      description: 'For admins, owners and super admins. Suspended members are left out.',
      errors: [...known, 'GROUP_NOT_FOUND'],
      scope: 'tenants:read',
      params: schemas.GroupParams,
      query: schemas.GroupsQuery,
      reply: schemas.GroupMemberList,
      handle: ({ principal, params: { id: tenantId, groupId }, query }) =>
        listGroupMembers(host.db, { tenantId, principal, groupId, ...query }),
    }),
    route({
      ...shared,
      method: 'put',
      path: `${one}/members/:userId`,
      summary: 'Put a member into a group',
      description:
        'For admins, owners and super admins. Rules for the group give the member a seat, or a place in the waiting list, at once.',
      errors: [...known, 'GROUP_NOT_FOUND', 'MEMBER_NOT_FOUND', 'MANAGED_BY_DIRECTORY'],
      scope: 'tenants:write',
      params: schemas.GroupMemberParams,
      reply: Done,
      handle: ({ principal, params: { id: tenantId, groupId, userId } }) =>
        addGroupMembers(host, { tenantId, principal, groupId, userIds: [userId] }),
    }),
    route({
      ...shared,
      method: 'delete',
      path: `${one}/members/:userId`,
      summary: 'Take a member out of a group',
      description: 'For admins, owners and super admins. Nobody loses a seat by it.',
      errors: [...known, 'GROUP_NOT_FOUND', 'MEMBER_NOT_FOUND', 'MANAGED_BY_DIRECTORY'],
      scope: 'tenants:write',
      params: schemas.GroupMemberParams,
      reply: Done,
      handle: ({ principal, params: { id: tenantId, groupId, userId } }) =>
        removeGroupMembers(host, { tenantId, principal, groupId, userIds: [userId] }),
    }),
  ];
}
