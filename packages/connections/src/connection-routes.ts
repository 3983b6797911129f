import { Done, ofTenant, type Route, route, userOnly } from '@org/identity-core';
import { listAttempts } from './attempts/list-attempts.js';
import { activateConnection } from './connections/activate-connection.js';
import { createConnection } from './connections/create-connection.js';
import { getConnection, listConnections } from './connections/get-connections.js';
import { deleteConnection, disableConnection } from './connections/switch-connection.js';
import { updateConnection } from './connections/update-connection.js';
import { type ConnectionSchemas, connectionSchemas } from './kinds/kind-schemas.js';
import { listLinks } from './links/list-links.js';
import { unlinkUser } from './links/unlink-user.js';
import * as schemas from './schemas.js';
import type { ConnectionServices } from './services.js';
import { requestTest } from './test-visit/request-test.js';
import './schema-words.js';

const base = '/api/tenants/:id/connections';
const one = `${base}/:connectionId`;
const known = ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND'] as const;
const fresh = [...known, 'REAUTHENTICATION_REQUIRED'] as const;
const reading = { guard: userOnly, origins: ofTenant, scope: 'connections:read' } as const;
const changing = { guard: userOnly, origins: ofTenant, scope: 'connections:write' } as const;
const forOwners = 'For owners and super admins';
const whenFresh = `${forOwners} who signed in less than ten minutes ago`;

/** Every JSON endpoint of connections. */
export function connectionRoutes(services: ConnectionServices): Route[] {
  const own = connectionSchemas(services.connectionKinds());
  return [
    ...readingRoutes(services, own),
    ...changingRoutes(services, own),
    ...switchingRoutes(services, own),
    ...linkRoutes(services),
  ];
}

function readingRoutes(services: ConnectionServices, own: ConnectionSchemas): Route[] {
  return [
    route({
      ...reading,
      method: 'get',
      path: base,
      summary: 'The connections of a tenant',
      description: `${forOwners}. A tenant has 20 at most.`,
      errors: [...known],
      params: schemas.ConnectionsParams,
      reply: own.ConnectionList,
      handle: ({ principal, params }) => listConnections(services, { tenantId: params.id, principal }),
    }),
    route({
      ...reading,
      method: 'get',
      path: one,
      summary: 'One connection',
      description: `${forOwners}.`,
      errors: [...known, 'CONNECTION_NOT_FOUND'],
      params: schemas.ConnectionParams,
      reply: own.ConnectionDetails,
      handle: ({ principal, params: { id: tenantId, connectionId } }) =>
        getConnection(services, { tenantId, principal, connectionId }),
    }),
    route({
      ...reading,
      method: 'get',
      path: `${one}/attempts`,
      summary: 'The sign-ins by a connection, newest first',
      description: `${forOwners}. They are kept for 30 days.`,
      errors: [...known, 'CONNECTION_NOT_FOUND'],
      params: schemas.ConnectionParams,
      query: schemas.AttemptsQuery,
      reply: schemas.AttemptList,
      handle: ({ principal, params: { id: tenantId, connectionId }, query }) =>
        listAttempts(services, { tenantId, principal, connectionId, ...query }),
    }),
  ];
}

function changingRoutes(services: ConnectionServices, own: ConnectionSchemas): Route[] {
  return [
    route({
      ...changing,
      method: 'post',
      path: base,
      summary: 'Add a connection',
      description: `${whenFresh}. It signs nobody in before it is tested and activated.`,
      errors: [...fresh],
      params: schemas.ConnectionsParams,
      body: own.CreateConnectionBody,
      reply: own.ConnectionDetails,
      status: 201,
      handle: ({ principal, params, body: values }) =>
        createConnection(services, { tenantId: params.id, principal, values }),
    }),
    route({
      ...changing,
      method: 'patch',
      path: one,
      summary: 'Change a connection',
      description: `${whenFresh}. A change of the issuer, the client, \`trustMfa\` or \`emailClaim\` makes a draft of it, which signs nobody in. Another issuer or client needs the secret again; a new secret alone keeps the status. To change these without an outage, add a second connection and activate it.`,
      errors: [...fresh, 'CONNECTION_NOT_FOUND', 'WOULD_LOCK_OUT'],
      params: schemas.ConnectionParams,
      body: own.UpdateConnectionBody,
      reply: own.ConnectionDetails,
      handle: ({ principal, params: { id: tenantId, connectionId }, body: changes }) =>
        updateConnection(services, { tenantId, principal, connectionId, changes }),
    }),
    route({
      ...changing,
      method: 'delete',
      path: one,
      summary: 'Delete a connection',
      description: `${whenFresh}. Members who came by it stay members; what links them to the provider is deleted, and the sessions and tokens that came by it end.`,
      errors: [...fresh, 'CONNECTION_NOT_FOUND', 'WOULD_LOCK_OUT'],
      params: schemas.ConnectionParams,
      reply: Done,
      handle: ({ principal, params: { id: tenantId, connectionId } }) =>
        deleteConnection(services, { tenantId, principal, connectionId }),
    }),
  ];
}

function switchingRoutes(services: ConnectionServices, own: ConnectionSchemas): Route[] {
  return [
    route({
      ...changing,
      method: 'post',
      path: `${one}/test`,
      summary: 'Test a connection',
      description: `${whenFresh}. The owner opens the URL within 15 minutes, in the browser in which they are signed in. 60 times an hour at most.`,
      errors: [...fresh, 'CONNECTION_NOT_FOUND', 'RATE_LIMITED'],
      params: schemas.ConnectionParams,
      reply: schemas.TestStarted,
      handle: ({ principal, params: { id: tenantId, connectionId } }) =>
        requestTest(services, { tenantId, principal, connectionId }),
    }),
    route({
      ...changing,
      method: 'post',
      path: `${one}/activate`,
      summary: 'Let a connection sign users in',
      description: `${whenFresh}. It takes its domains over from the connection that had them, without a moment between. It also confirms what a setup link has made, so that it does not end with the link.`,
      errors: [...fresh, 'CONNECTION_NOT_FOUND', 'NOT_TESTED', 'DOMAIN_NOT_VERIFIED'],
      params: schemas.ConnectionParams,
      reply: own.ConnectionDetails,
      handle: ({ principal, params: { id: tenantId, connectionId } }) =>
        activateConnection(services, { tenantId, principal, connectionId }),
    }),
    route({
      ...changing,
      method: 'post',
      path: `${one}/disable`,
      summary: 'Stop a connection',
      description: `${whenFresh}. Nobody signs in by it any more, and the sessions and tokens that came by it end. Its settings stay.`,
      errors: [...fresh, 'CONNECTION_NOT_FOUND', 'WOULD_LOCK_OUT'],
      params: schemas.ConnectionParams,
      reply: own.ConnectionDetails,
      handle: ({ principal, params: { id: tenantId, connectionId } }) =>
        disableConnection(services, { tenantId, principal, connectionId }),
    }),
  ];
}

function linkRoutes(services: ConnectionServices): Route[] {
  return [
    route({
      ...reading,
      method: 'get',
      path: `${one}/links`,
      summary: 'The accounts that are linked to a connection, newest first',
      description: `${forOwners}.`,
      errors: [...known, 'CONNECTION_NOT_FOUND'],
      params: schemas.ConnectionParams,
      query: schemas.LinksQuery,
      reply: schemas.LinkList,
      handle: ({ principal, params: { id: tenantId, connectionId }, query }) =>
        listLinks(services, { tenantId, principal, connectionId, ...query }),
    }),
    route({
      ...changing,
      method: 'delete',
      path: `${one}/links/:userId`,
      summary: 'Unlink a user from a connection',
      description: `${whenFresh}. The user proves the account again at the next sign-in by the connection, and the sessions and tokens that came by it end. The membership stays.`,
      errors: [...fresh, 'CONNECTION_NOT_FOUND', 'CONNECTION_LINK_NOT_FOUND'],
      params: schemas.LinkParams,
      reply: Done,
      handle: ({ principal, params: { id: tenantId, connectionId, userId } }) =>
        unlinkUser(services, { tenantId, principal, connectionId, userId }),
    }),
  ];
}
