import { randomBytes, randomUUID } from 'node:crypto';
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

/** A valid body for every route. */
export const directoryBodies: Record<string, unknown> = {
  'get /api/tenants/{id}/directories': undefined,
  'post /api/tenants/{id}/directories': { name: 'Okta' },
  'post /api/tenants/{id}/directories/{directoryId}/rotate-token': undefined,
  'get /api/tenants/{id}/directories/{directoryId}/log': undefined,
  'delete /api/tenants/{id}/directories/{directoryId}': undefined,
};

/** A request for each route that changes something. */
export function directoryCalls(
  server: Pick<TestServer, 'identity'>,
  { token, tenantId }: { token: string; tenantId: string },
) {
  const path = `/api/tenants/${tenantId}/directories`;
  const { db } = server.identity;
  return {
    'post /api/tenants/:id/directories': async () => {
      // A tenant has ten at most.
      await db.directory.deleteMany({ where: { tenantId } });
      return { token, path, body: { name: `Directory ${randomUUID().slice(0, 13)}` } };
    },
    'post /api/tenants/:id/directories/:directoryId/rotate-token': async () => ({
      token,
      path: `${path}/${await addDirectory(server, tenantId)}/rotate-token`,
    }),
    'delete /api/tenants/:id/directories/:directoryId': async () => ({
      token,
      path: `${path}/${await addDirectory(server, tenantId)}`,
    }),
  };
}
