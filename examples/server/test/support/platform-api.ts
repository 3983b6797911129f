import { machineToken } from './licensing-api.js';
import { enrol } from './second-factor.js';
import { addUser } from './tenant-api.js';
import type { TestServer } from './test-server.js';

export interface SuperAdmin {
  userId: string;
  email: string;
  token: string;
}

/** Adds a super admin who has just signed in with a second factor. */
export async function addSuperAdmin(server: TestServer): Promise<SuperAdmin> {
  const user = await addUser(server);
  await server.identity.db.user.update({ where: { id: user.userId }, data: { superAdmin: true } });
  const { tokens } = await enrol(server, user);
  return { ...user, token: tokens.access_token };
}

/** The token of a machine of the platform. */
export const platformMachine = (server: TestServer, scopes = ['platform:read', 'platform:write']) =>
  machineToken(server, null, scopes);

/** The newest event of a type about a subject. */
export async function lastEvent({ identity: { db } }: TestServer, type: string, subjectId: unknown) {
  const { actorKind, actorId, tenantId, data } = await db.event.findFirstOrThrow({
    where: { type, subjectId: String(subjectId) },
    orderBy: { id: 'desc' },
  });
  return { actorKind, actorId, tenantId, data };
}
