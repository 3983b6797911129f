import { actorOf, Done, newOneTimeSecret, type Route } from '@org/identity-core';
import { platformRouteOf } from '@org/identity-prisma';
import { blockClient, unblockClient } from '../clients/block-client.js';
import { confirmClient } from '../clients/confirm-client.js';
import { type ClientServices, createClient } from '../clients/create-client.js';
import { deleteClient } from '../clients/delete-client.js';
import { getClient } from '../clients/get-client.js';
import { listClients } from '../clients/list-clients.js';
import { rotateClientSecret } from '../clients/rotate-client-secret.js';
import { updateClient } from '../clients/update-client.js';
import { clientBodies } from './client-bodies.js';
import * as schemas from './client-schemas.js';
import { parseClient } from './parse-client.js';

const base = '/api/platform/clients';

/** The routes of the clients, by the use-cases of the commands `clients …`. */
export function clientRoutes(services: ClientServices): Route[] {
  const { db } = services;
  const platformRoute = platformRouteOf(db);
  const bodies = clientBodies();
  return [
    platformRoute({
      method: 'get',
      path: base,
      summary: 'A page of the clients, by id',
      description: '`search` is a part of the id or the name, `tenant` the slug of the clients’ tenant.',
      query: schemas.ClientsQuery,
      reply: bodies.list,
      handle: ({ query }) => listClients(db, query),
    }),
    platformRoute({
      method: 'post',
      path: base,
      summary: 'Create a client; the response has its secret, this once',
      risky: true,
      description: 'The fields are those of the seed. `application` is a name, `tenant` a slug.',
      body: bodies.create,
      reply: bodies.created,
      status: 201,
      handle: ({ principal, body }) => {
        const hasSecret = body.type !== 'SPA' && body.authMethod === undefined;
        const secret = hasSecret ? { secret: newOneTimeSecret().secret } : {};
        return createClient(services, { client: parseClient({ ...body, ...secret }), actor: actorOf(principal) });
      },
    }),
    platformRoute({
      method: 'get',
      path: `${base}/:clientId`,
      summary: 'One client',
      errors: ['NOT_FOUND'],
      params: schemas.ClientParams,
      reply: bodies.one,
      handle: ({ params }) => getClient(db, params.clientId),
    }),
    platformRoute({
      method: 'patch',
      path: `${base}/:clientId`,
      summary: 'Change a client',
      description:
        'Fields that are left out stay unchanged; null clears a field. A list is replaced as a whole. A client that loses a scope, gets another tenant or needs bound tokens from now on loses its grants and tokens.',
      errors: ['NOT_FOUND'],
      params: schemas.ClientParams,
      body: bodies.change,
      reply: bodies.changed,
      handle: ({ principal, params, body }) => {
        const changes = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value ?? undefined]));
        return updateClient(services, { ...params, changes, actor: actorOf(principal), parse: parseClient });
      },
    }),
    platformRoute({
      method: 'delete',
      path: `${base}/:clientId`,
      summary: 'Delete a client with its secrets, consents, grants and tokens',
      risky: true,
      errors: ['NOT_FOUND'],
      params: schemas.ClientParams,
      reply: Done,
      handle: async ({ principal, params }) => {
        await deleteClient(services, { ...params, actor: actorOf(principal) });
        return { success: true, message: 'The client is deleted.' };
      },
    }),
    platformRoute({
      method: 'post',
      path: `${base}/:clientId/rotate-secret`,
      summary: 'Give a client a new secret; the response has it, this once',
      risky: true,
      description:
        'The previous secrets stay valid for `graceSeconds` (default a day). 0 is for a secret that has leaked: machine tokens of the client end as well. An SPA has no secret, and neither has a client with keys.',
      errors: ['NOT_FOUND'],
      params: schemas.ClientParams,
      body: schemas.RotateSecretBody,
      reply: schemas.RotatedSecret,
      handle: ({ principal, params, body }) =>
        rotateClientSecret(services, { ...params, ...body, actor: actorOf(principal) }),
    }),
    platformRoute({
      method: 'post',
      path: `${base}/:clientId/block`,
      summary: 'Block a client in all tenants; its grants and tokens end at once',
      risky: true,
      description: 'Also a first-party client or a machine. A client that is blocked already stays as it is.',
      errors: ['NOT_FOUND'],
      params: schemas.ClientParams,
      reply: bodies.one,
      handle: ({ principal, params }) => blockClient(services, { ...params, actor: actorOf(principal) }),
    }),
    platformRoute({
      method: 'post',
      path: `${base}/:clientId/unblock`,
      summary: 'Let a blocked client be used again',
      risky: true,
      description: 'What has ended stays ended: users sign in again.',
      errors: ['NOT_FOUND'],
      params: schemas.ClientParams,
      reply: bodies.one,
      handle: ({ principal, params }) => unblockClient(services, { ...params, actor: actorOf(principal) }),
    }),
    platformRoute({
      method: 'post',
      path: `${base}/:clientId/confirm`,
      summary: 'Confirm a client that a machine has made or changed',
      risky: true,
      description:
        'Only for super admins: a machine gets 403. Until then, nobody has the rights of a super admin through this client. A client that needs no confirmation stays as it is. With `seen`, it is 422 if a machine has changed the client since.',
      errors: ['NOT_FOUND'],
      params: schemas.ClientParams,
      body: schemas.ConfirmClientBody,
      reply: bodies.one,
      handle: ({ principal, params, body }) =>
        confirmClient(services, { ...params, ...body, actor: actorOf(principal) }),
    }),
  ];
}
