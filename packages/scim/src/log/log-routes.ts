import { anyToken, ofTenant, type Route, route } from '@org/identity-core';
import * as schemas from '../schemas.js';
import type { ScimServices } from '../services.js';
import { listLog } from './list-log.js';

/** The route with which owners read what a directory sent. */
export function logRoutes(services: ScimServices): Route[] {
  return [
    route({
      guard: anyToken,
      origins: ofTenant,
      method: 'get',
      path: '/api/tenants/:id/directories/:directoryId/log',
      summary: 'What a directory sent, and what it led to, newest first',
      description: 'For owners and super admins. Changes and refused changes of the last 30 days.',
      errors: ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND', 'DIRECTORY_NOT_FOUND'],
      scope: 'directories:read',
      params: schemas.DirectoryParams,
      query: schemas.LogQuery,
      reply: schemas.LogList,
      handle: ({ principal, params: { id: tenantId, directoryId }, query }) =>
        listLog(services, { tenantId, principal, directoryId, ...query }),
    }),
  ];
}
