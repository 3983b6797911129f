import { type Route, type RouteGroup, route } from '@org/identity-core';
import { z } from 'zod';
import { directoryOnly } from './directories/authenticate-directory.js';
import { baseUrlOf } from './directories/find-directory.js';
import { createGroup } from './groups/create-group.js';
import { findGroup, type GroupRow } from './groups/group-row.js';
import { listGroups, showGroups } from './groups/read-groups.js';
import { deleteGroup, patchGroup, replaceGroup } from './groups/update-group.js';
import * as discovery from './protocol/discovery.js';
import { etagOf, isKnown } from './protocol/etag.js';
import { type ListQuery, type Projection, readListQuery, readProjection } from './protocol/list-query.js';
import { resourceNotFound, scimErrorBody } from './protocol/scim-error.js';
import { PlainQuery, ScimBody, ScimParams, ScimResource, ScimResourceParams } from './scim-schemas.js';
import type { CallingDirectory, ScimServices } from './services.js';
import type { UpdateInput } from './sync/change-directory.js';
import { createUser } from './users/create-user.js';
import { deleteUser } from './users/delete-user.js';
import { listUsers, showUsers } from './users/read-users.js';
import { patchUser, replaceUser } from './users/update-user.js';
import { findUser, type UserRow } from './users/user-row.js';

const prefix = '/scim/v2';
const base = `${prefix}/:directoryId`;
/** Groups of 10,000 members fit into one request. */
const bodyLimit = 1024 * 1024;

/** SCIM 2.0 (RFC 7643, RFC 7644), with the token, the types of bodies and the errors of that protocol. */
export function scimGroup(services: ScimServices): RouteGroup {
  return {
    prefix,
    bodyTypes: ['application/scim+json', 'application/json'],
    bodyLimit,
    // What cannot be stored is wrong with its attribute: a leaver's must not keep `active: false` from taking effect.
    readsAnyText: true,
    // It has `/Schemas` and `/ResourceTypes` instead.
    described: false,
    // RFC 7644 knows no 422. 404 is for the resource itself, so what is missing behind it is a conflict.
    errorStatuses: { VALIDATION_FAILED: 400, USER_NOT_FOUND: 409, MEMBER_NOT_FOUND: 409 },
    errorBody: scimErrorBody,
    routes: [
      ...discoveryRoutes(services),
      ...resourceRoutes(services, users(services)),
      ...resourceRoutes(services, groups(services)),
    ],
  };
}

const shared = { guard: directoryOnly, callers: ['directory'] } as const;
const reading = { ...shared, method: 'get', scope: 'directories:read', reply: ScimResource } as const;
const writing = { ...shared, scope: 'directories:write', reply: ScimResource } as const;

function discoveryRoutes({ issuer }: ScimServices): Route[] {
  const urlOf = ({ directoryId }: CallingDirectory) => baseUrlOf(issuer, directoryId);
  const orMissing = <Found>(found: Found | undefined, name: string): Found => {
    if (found === undefined) throw resourceNotFound(name);
    return found;
  };
  const NamedParams = z.object({ ...ScimParams.shape, name: ScimResourceParams.shape.resourceId });
  return [
    route({
      ...reading,
      path: `${base}/ServiceProviderConfig`,
      summary: 'What this SCIM server supports',
      params: ScimParams,
      handle: async ({ principal }) => discovery.serviceProviderConfig(urlOf(principal)),
    }),
    route({
      ...reading,
      path: `${base}/ResourceTypes`,
      summary: 'The types of SCIM resources',
      params: ScimParams,
      handle: async ({ principal }) => discovery.listResourceTypes(urlOf(principal)),
    }),
    route({
      ...reading,
      path: `${base}/ResourceTypes/:name`,
      summary: 'One type of SCIM resources',
      errors: ['SCIM_NOT_FOUND'],
      params: NamedParams,
      handle: async ({ principal, params: { name } }) =>
        orMissing(discovery.findResourceType(name, urlOf(principal)), name),
    }),
    route({
      ...reading,
      path: `${base}/Schemas`,
      summary: 'The schemas of SCIM resources',
      params: ScimParams,
      handle: async ({ principal }) => discovery.listSchemas(urlOf(principal)),
    }),
    route({
      ...reading,
      path: `${base}/Schemas/:name`,
      summary: 'One schema of SCIM resources',
      errors: ['SCIM_NOT_FOUND'],
      params: NamedParams,
      handle: async ({ principal, params: { name } }) => orMissing(discovery.findSchema(name, urlOf(principal)), name),
    }),
  ];
}

type Json = Readonly<Record<string, unknown>>;

/** The use-cases of one type of resources. */
interface Resources<Row extends { id: string; version: number }> {
  readonly path: 'Users' | 'Groups';
  readonly one: 'user' | 'group';
  list(directory: CallingDirectory, query: ListQuery): Promise<Json>;
  find(directory: CallingDirectory, id: string): Promise<Row>;
  show(row: Row, projection: Projection): Promise<Json | undefined>;
  create(input: { directory: CallingDirectory; body: Json }): Promise<Row>;
  replace(input: UpdateInput): Promise<Row>;
  patch(input: UpdateInput): Promise<Row>;
  /** Returns the resource if it stays, because the directory does not manage the member. */
  remove(input: Omit<UpdateInput, 'body'>): Promise<Row | undefined>;
  /** Whether a PATCH answers without a body unless attributes are asked for: members of a group may be many. */
  readonly quietPatch: boolean;
}

function users(services: ScimServices): Resources<UserRow> {
  const { db, issuer } = services;
  return {
    path: 'Users',
    one: 'user',
    quietPatch: false,
    list: ({ directoryId }, query) => listUsers(db, { directoryId, baseUrl: baseUrlOf(issuer, directoryId) }, query),
    find: ({ directoryId }, id) => findUser(db, { directoryId, id }),
    show: async (row, projection) =>
      (await showUsers(db, { rows: [row], baseUrl: baseUrlOf(issuer, row.directoryId), projection }))[0],
    create: (input) => createUser(services, input),
    replace: (input) => replaceUser(services, input),
    patch: (input) => patchUser(services, input),
    remove: (input) => deleteUser(services, input),
  };
}

function groups(services: ScimServices): Resources<GroupRow> {
  const { db, issuer } = services;
  return {
    path: 'Groups',
    one: 'group',
    quietPatch: true,
    list: ({ directoryId }, query) => listGroups(db, { directoryId, baseUrl: baseUrlOf(issuer, directoryId) }, query),
    find: ({ directoryId }, id) => findGroup(db, { directoryId, id }),
    show: async (row, projection) =>
      (await showGroups(db, { rows: [row], baseUrl: baseUrlOf(issuer, row.directoryId), projection }))[0],
    create: (input) => createGroup(services, input),
    replace: (input) => replaceGroup(services, input),
    patch: (input) => patchGroup(services, input),
    async remove(input) {
      await deleteGroup(services, input);
      return undefined;
    },
  };
}

const changeErrors = [
  'SCIM_INVALID',
  'SCIM_NOT_FOUND',
  'SCIM_CONFLICT',
  'SCIM_PRECONDITION_FAILED',
  'RATE_LIMITED',
] as const;

function resourceRoutes<Row extends { id: string; version: number }>(
  { issuer }: ScimServices,
  resources: Resources<Row>,
): Route[] {
  const { path: name, one } = resources;
  const path = `${base}/${name}/:resourceId`;
  const errors = changeErrors;
  return [
    route({
      ...reading,
      path: `${base}/${name}`,
      summary: `The ${one}s of a directory`,
      description: 'Filters have `eq` and `and`. `startIndex` begins at 1, `count` is 200 at most.',
      errors: ['SCIM_INVALID', 'RATE_LIMITED'],
      params: ScimParams,
      query: PlainQuery,
      handle: ({ principal, query }) => resources.list(principal, readListQuery(query)),
    }),
    route({
      ...reading,
      path,
      summary: `One ${one} of a directory`,
      errors: ['SCIM_INVALID', 'SCIM_NOT_FOUND', 'RATE_LIMITED'],
      params: ScimResourceParams,
      query: PlainQuery,
      async handle({ principal, params, query, ctx, response }) {
        const projection = readProjection(query);
        const row = await resources.find(principal, params.resourceId);
        response.headers = { ETag: etagOf(row.version) };
        if (!isKnown(ctx.get('if-none-match'), row.version)) return (await resources.show(row, projection)) ?? {};
        response.status = 304;
        return {};
      },
    }),
    route({
      ...writing,
      method: 'post',
      path: `${base}/${name}`,
      summary: `Add a ${one} of a directory`,
      errors,
      params: ScimParams,
      query: PlainQuery,
      body: ScimBody,
      status: 201,
      async handle({ principal, query, body, response }) {
        const projection = readProjection(query);
        const row = await resources.create({ directory: principal, body });
        const location = `${baseUrlOf(issuer, principal.directoryId)}/${name}/${row.id}`;
        response.headers = { ETag: etagOf(row.version), Location: location };
        return (await resources.show(row, projection)) ?? {};
      },
    }),
    route({
      ...writing,
      method: 'put',
      path,
      summary: `Replace a ${one} of a directory`,
      errors,
      params: ScimResourceParams,
      query: PlainQuery,
      body: ScimBody,
      async handle({ principal, params, query, body, ctx, response }) {
        const projection = readProjection(query);
        const input = { directory: principal, id: params.resourceId, body, ifMatch: ctx.get('if-match') };
        const row = await resources.replace(input);
        response.headers = { ETag: etagOf(row.version) };
        return (await resources.show(row, projection)) ?? {};
      },
    }),
    route({
      ...writing,
      method: 'patch',
      path,
      summary: `Change a ${one} of a directory`,
      description: resources.quietPatch ? 'The response is 204, unless `attributes` is sent.' : '',
      errors,
      params: ScimResourceParams,
      query: PlainQuery,
      body: ScimBody,
      async handle({ principal, params, query, body, ctx, response }) {
        const projection = readProjection(query);
        const input = { directory: principal, id: params.resourceId, body, ifMatch: ctx.get('if-match') };
        const row = await resources.patch(input);
        response.headers = { ETag: etagOf(row.version) };
        const quiet = resources.quietPatch && projection.attributes === undefined;
        if (!quiet) return (await resources.show(row, projection)) ?? {};
        response.status = 204;
        return {};
      },
    }),
    route({
      ...writing,
      method: 'delete',
      path,
      summary: `Delete a ${one} of a directory`,
      errors,
      params: ScimResourceParams,
      status: 204,
      async handle({ principal, params, ctx, response }) {
        const input = { directory: principal, id: params.resourceId, ifMatch: ctx.get('if-match') };
        const kept = await resources.remove(input);
        if (!kept) return {};
        // RFC 7644 has 204 for what was deleted. This is still there.
        response.status = 200;
        response.headers = { ETag: etagOf(kept.version) };
        return (await resources.show(kept, { attributes: undefined, excluded: [] })) ?? {};
      },
    }),
  ];
}
