import { actorOf, Done, Id, Pagination, pageFields, type Route, Timestamp } from '@org/identity-core';
import { platformRouteOf } from '@org/identity-prisma';
import { z } from 'zod';
import { ApiChanges, ApiInput } from '../apis/api-input.js';
import { createApi } from '../apis/create-api.js';
import { deleteApi } from '../apis/delete-api.js';
import { getApi } from '../apis/get-api.js';
import { listApis } from '../apis/list-apis.js';
import { updateApi } from '../apis/update-api.js';
import type { ClientServices } from '../clients/create-client.js';
import { Search } from './list-schemas.js';

export const Api = z.object({
  id: z.uuid(),
  identifier: z.string(),
  name: z.string(),
  open: z.boolean(),
  scopes: z.array(z.object({ name: z.string(), description: z.string() })),
  clients: z.array(z.object({ clientId: z.string(), scopes: z.array(z.string()) })),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export const ApiList = z.object({ apis: z.array(Api), pagination: Pagination });
export const ChangedApi = Api.extend({ changed: z.array(z.string()) });

export const ApiParams = z.object({ apiId: Id });
export const ApisQuery = z.strictObject({ search: Search, ...pageFields });

const path = '/api/platform/apis';
const one = `${path}/:apiId`;

/** The routes of the APIs of others, by the use-cases of the commands `apis …`. */
export function apiRoutes(services: ClientServices): Route[] {
  const { db } = services;
  const platformRoute = platformRouteOf(db);
  return [
    platformRoute({
      method: 'get',
      path,
      summary: 'A page of the APIs, by name',
      description: 'Each with its scopes and clients. `search` is a part of the name or the identifier.',
      query: ApisQuery,
      reply: ApiList,
      handle: ({ query }) => listApis(db, query),
    }),
    platformRoute({
      method: 'post',
      path,
      summary: 'Create an API',
      description:
        'Clients ask for a token for it with `resource`: its identifier. `clients` lists the clients that may ask, each with its scopes. With `open`, every third-party client that signs users in may ask as well.',
      body: ApiInput,
      reply: Api,
      status: 201,
      handle: ({ principal, body }) => createApi(services, { api: body, actor: actorOf(principal) }),
    }),
    platformRoute({
      method: 'get',
      path: one,
      summary: 'One API',
      errors: ['NOT_FOUND'],
      params: ApiParams,
      reply: Api,
      handle: ({ params }) => getApi(db, params.apiId),
    }),
    platformRoute({
      method: 'patch',
      path: one,
      summary: 'Change an API',
      description:
        'Fields that are left out stay unchanged. A list is replaced as a whole. The identifier cannot be changed. Clients and consents lose the scopes that are removed.',
      errors: ['NOT_FOUND'],
      params: ApiParams,
      body: ApiChanges,
      reply: ChangedApi,
      handle: ({ principal, params, body }) =>
        updateApi(services, { ...params, changes: body, actor: actorOf(principal) }),
    }),
    platformRoute({
      method: 'delete',
      path: one,
      summary: 'Delete an API with its scopes',
      risky: true,
      description: 'From then on, nobody gets a token for it, also not by a refresh. Consents for it are forgotten.',
      errors: ['NOT_FOUND'],
      params: ApiParams,
      reply: Done,
      handle: ({ principal, params }) => deleteApi(services, { ...params, actor: actorOf(principal) }),
    }),
  ];
}
