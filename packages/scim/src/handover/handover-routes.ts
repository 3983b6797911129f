import { anyToken, Done, ofTenant, type Route, route } from '@org/identity-core';
import * as schemas from '../schemas.js';
import type { ScimServices } from '../services.js';
import { adoptMembers } from './adopt-members.js';
import { confirmDirectory } from './confirm-directory.js';
import { listPending } from './list-pending.js';

const one = '/api/tenants/:id/directories/:directoryId';
const shared = { guard: anyToken, params: schemas.DirectoryParams } as const;
const known = ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND', 'DIRECTORY_NOT_FOUND'] as const;
const fresh = 'For owners and super admins who have signed in themselves less than ten minutes ago.';

/** The routes with which owners decide what a directory manages. */
export function handoverRoutes(services: ScimServices): Route[] {
  return [
    route({
      ...shared,
      origins: ofTenant,
      method: 'get',
      path: `${one}/pending`,
      summary: 'The members whom a directory has sent and does not manage',
      description: 'For owners and super admins. The first 100, those first whom the directory wants to suspend.',
      errors: [...known],
      scope: 'directories:read',
      reply: schemas.PendingMembers,
      handle: ({ principal, params: { id: tenantId, directoryId } }) =>
        listPending(services, { tenantId, principal, directoryId }),
    }),
    route({
      ...shared,
      method: 'post',
      path: `${one}/adopt`,
      summary: 'Hand members over to a directory, also owners and admins',
      description: `${fresh} At most ${schemas.maxAdopted}. What the directory wants is done at once. It is confirmed.`,
      errors: [...known, 'MEMBER_NOT_FOUND', 'REAUTHENTICATION_REQUIRED'],
      scope: 'directories:write',
      body: schemas.AdoptBody,
      reply: Done,
      handle: ({ principal, params: { id: tenantId, directoryId }, body: { userIds } }) =>
        adoptMembers(services, { tenantId, principal, directoryId, userIds }),
    }),
    route({
      ...shared,
      method: 'post',
      path: `${one}/confirm`,
      summary: 'Confirm a directory that a setup link made',
      description: `${fresh} It then also manages members who were there before, and stays when the link ends.`,
      errors: [...known, 'REAUTHENTICATION_REQUIRED'],
      scope: 'directories:write',
      reply: Done,
      handle: ({ principal, params: { id: tenantId, directoryId } }) =>
        confirmDirectory(services, { tenantId, principal, directoryId }),
    }),
  ];
}
