import { anyToken, Done, ofTenant, type Route, route } from '@org/identity-core';
import * as schemas from '../schemas.js';
import type { ScimServices } from '../services.js';
import { createDirectory } from './create-directory.js';
import { deleteDirectory } from './delete-directory.js';
import { listDirectories } from './list-directories.js';
import { rotateToken } from './rotate-token.js';
import { updateDirectory } from './update-directory.js';

const base = '/api/tenants/:id/directories';
const one = `${base}/:directoryId`;
const shared = { guard: anyToken, origins: ofTenant } as const;
const known = ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND'] as const;
const fresh = 'For owners and super admins who have signed in less than ten minutes ago.';

/** The routes with which owners manage the directories of their tenant. */
export function directoryRoutes(services: ScimServices): Route[] {
  return [...listRoutes(services), ...entryRoutes(services)];
}

function listRoutes(services: ScimServices): Route[] {
  return [
    route({
      ...shared,
      method: 'get',
      path: base,
      summary: 'The directories of a tenant, oldest first',
      description: 'For owners and super admins. Tokens are not shown.',
      errors: [...known],
      scope: 'directories:read',
      params: schemas.DirectoriesParams,
      reply: schemas.DirectoryList,
      handle: ({ principal, params }) => listDirectories(services, { tenantId: params.id, principal }),
    }),
    route({
      ...shared,
      method: 'post',
      path: base,
      summary: 'Create a directory, which sends users and groups by SCIM',
      description: `${fresh} The \`token\` is in no later response. A tenant has 10 directories at most.`,
      errors: [...known, 'REAUTHENTICATION_REQUIRED'],
      scope: 'directories:write',
      params: schemas.DirectoriesParams,
      body: schemas.CreateDirectoryBody,
      reply: schemas.DirectoryWithToken,
      status: 201,
      handle: ({ principal, params, body }) => createDirectory(services, { tenantId: params.id, principal, ...body }),
    }),
  ];
}

function entryRoutes(services: ScimServices): Route[] {
  const errors = [...known, 'DIRECTORY_NOT_FOUND', 'REAUTHENTICATION_REQUIRED'] as const;
  const params = schemas.DirectoryParams;
  return [
    route({
      ...shared,
      method: 'patch',
      path: one,
      summary: 'Change a directory',
      description: `${fresh} Fields that are left out stay unchanged. The connection is for accounts that are created later. The roles of the members of these groups follow at once.`,
      errors,
      scope: 'directories:write',
      params,
      body: schemas.UpdateDirectoryBody,
      reply: schemas.DirectoryDetails,
      handle: ({ principal, params: { id: tenantId, directoryId }, body: changes }) =>
        updateDirectory(services, { tenantId, principal, directoryId, changes }),
    }),
    route({
      ...shared,
      method: 'delete',
      path: one,
      summary: 'Delete a directory',
      description: `${fresh} Its users are suspended, except the last owner. Its groups are deleted.`,
      errors,
      scope: 'directories:write',
      params,
      reply: Done,
      handle: ({ principal, params: { id: tenantId, directoryId } }) =>
        deleteDirectory(services, { tenantId, principal, directoryId }),
    }),
    route({
      ...shared,
      method: 'post',
      path: `${one}/rotate-token`,
      summary: 'Give a directory a new token',
      description: `${fresh} The token before is valid for 24 more hours. The new one is in no later response.`,
      errors,
      scope: 'directories:write',
      params,
      reply: schemas.DirectoryWithToken,
      handle: ({ principal, params: { id: tenantId, directoryId } }) =>
        rotateToken(services, { tenantId, principal, directoryId }),
    }),
  ];
}
