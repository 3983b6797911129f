import { randomBytes, randomUUID } from 'node:crypto';
import { freshen } from './connection-changes.js';
import { send } from './tenant-api.js';
import type { TestServer } from './test-server.js';

// The routes of directories in the tests of all routes.

/** Adds a directory with a token directly in the database. Returns its id. */
export async function addDirectory(
  { identity: { db } }: Pick<TestServer, 'identity'>,
  tenantId: string,
): Promise<string> {
  const { id: directoryId } = await db.directory.create({ data: { tenantId, name: 'Entra ID' } });
  await db.directoryToken.create({ data: { directoryId, hash: randomBytes(32) } });
  return directoryId;
}

/** Adds a directory that a setup link made, and that has sent a member of the tenant. Returns the ids of both. */
export async function addWaitingDirectory({ identity: { db } }: Pick<TestServer, 'identity'>, tenantId: string) {
  const made = { tenantId, name: 'Okta', setupLinkId: randomUUID() };
  const { id: directoryId } = await db.directory.create({ data: made });
  const { userId } = await db.membership.findFirstOrThrow({ where: { tenantId, status: 'ACTIVE', role: 'owner' } });
  const userName = randomUUID();
  const names = { userName, userNameKey: userName, emailKeys: [], attributes: {} };
  await db.directoryUser.create({ data: { directoryId, tenantId, userId, status: 'PENDING', active: true, ...names } });
  return { directoryId, userId };
}

/** A valid body for every route. */
export const directoryBodies: Record<string, unknown> = {
  'get /api/tenants/{id}/directories': undefined,
  'post /api/tenants/{id}/directories': { name: 'Okta' },
  'patch /api/tenants/{id}/directories/{directoryId}': { name: 'Renamed' },
  'post /api/tenants/{id}/directories/{directoryId}/rotate-token': undefined,
  'get /api/tenants/{id}/directories/{directoryId}/log': undefined,
  'get /api/tenants/{id}/directories/{directoryId}/pending': undefined,
  'post /api/tenants/{id}/directories/{directoryId}/confirm': undefined,
  'post /api/tenants/{id}/directories/{directoryId}/adopt': { userIds: [randomUUID()] },
  'delete /api/tenants/{id}/directories/{directoryId}': undefined,
};

/** A request for each route that changes something. */
export function directoryCalls(server: TestServer, { token, tenantId }: { token: string; tenantId: string }) {
  const path = `/api/tenants/${tenantId}/directories`;
  const { db } = server.identity;
  const added = async () => {
    await freshen(server, token);
    return addDirectory(server, tenantId);
  };
  return {
    'post /api/tenants/:id/directories': async () => {
      await freshen(server, token);
      // A tenant has ten at most. The newest may belong to requests that are prepared already.
      const old = await db.directory.findMany({ where: { tenantId }, orderBy: { id: 'desc' }, skip: 5 });
      await db.directory.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } });
      return { token, path, body: { name: `Directory ${randomUUID().slice(0, 13)}` } };
    },
    'patch /api/tenants/:id/directories/:directoryId': async () => ({
      token,
      path: `${path}/${await added()}`,
      body: { name: `Directory ${randomUUID().slice(0, 13)}`, connectionId: null },
    }),
    'post /api/tenants/:id/directories/:directoryId/rotate-token': async () => ({
      token,
      path: `${path}/${await added()}/rotate-token`,
    }),
    'post /api/tenants/:id/directories/:directoryId/adopt': async () => {
      await freshen(server, token);
      const { directoryId, userId } = await addWaitingDirectory(server, tenantId);
      return { token, path: `${path}/${directoryId}/adopt`, body: { userIds: [userId] } };
    },
    'post /api/tenants/:id/directories/:directoryId/confirm': async () => {
      await freshen(server, token);
      return { token, path: `${path}/${(await addWaitingDirectory(server, tenantId)).directoryId}/confirm` };
    },
    'delete /api/tenants/:id/directories/:directoryId': async () => ({
      token,
      path: `${path}/${await added()}`,
    }),
  };
}

/** The writes whose reply has a time. */
export function directoryReplies(scene: () => { server: TestServer; tenantId: string; token: string }) {
  const act = async (below: (id: string) => string, body?: object, method = 'POST') => {
    const { server, tenantId, token } = scene();
    const { id } = await server.identity.db.directory.findFirstOrThrow({ where: { tenantId } });
    return send(server.issuer, method, `/api/tenants/${tenantId}/directories${below(id)}`, token, body);
  };
  return {
    'post /api/tenants/{id}/directories': {
      column: 'directories.created_at',
      when: 'INSERT' as const,
      send: () => act(() => '', { name: 'Okta' }),
    },
    'patch /api/tenants/{id}/directories/{directoryId}': {
      column: 'directories.created_at',
      when: 'UPDATE' as const,
      send: () => act((id) => `/${id}`, { name: randomUUID() }, 'PATCH'),
    },
    'post /api/tenants/{id}/directories/{directoryId}/rotate-token': {
      column: 'directory_tokens.last_used_at',
      when: 'UPDATE' as const,
      send: () => act((id) => `/${id}/rotate-token`),
    },
  };
}
