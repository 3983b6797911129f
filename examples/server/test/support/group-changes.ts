import { randomUUID } from 'node:crypto';
import type { TestServer } from './test-server.js';

/** Not in the form of an id: pages show names. */
const fresh = () => randomUUID().replaceAll('-', '');

/** A group of a tenant, and perhaps somebody in it, straight in the database. */
export async function addGroup(
  { identity: { db } }: TestServer,
  tenantId: string,
  { userId, source = 'MANUAL' }: { userId?: string; source?: 'MANUAL' | 'DIRECTORY' } = {},
): Promise<string> {
  const name = `group ${fresh()}`;
  const { id } = await db.group.create({ data: { tenantId, name, nameKey: name, source } });
  if (userId) await db.groupMember.create({ data: { groupId: id, tenantId, userId } });
  return id;
}

const openPolicy = { requireSso: false, breakGlass: [] };

/** The bodies of all requests to the policy and to groups. The deletion comes last. */
export const groupBodies: Record<string, unknown> = {
  'get /api/tenants/{id}/policy': undefined,
  'put /api/tenants/{id}/policy': openPolicy,
  'get /api/tenants/{id}/groups': undefined,
  'post /api/tenants/{id}/groups': { name: 'Sales' },
  'get /api/tenants/{id}/groups/{groupId}': undefined,
  'get /api/tenants/{id}/groups/{groupId}/members': undefined,
  'patch /api/tenants/{id}/groups/{groupId}': { description: 'Europe' },
  'put /api/tenants/{id}/groups/{groupId}/members/{userId}': undefined,
  'delete /api/tenants/{id}/groups/{groupId}/members/{userId}': undefined,
  'delete /api/tenants/{id}/groups/{groupId}': undefined,
};

/** Requests for the routes that change the policy or groups, each prepared so that it succeeds. */
export function groupChanges(
  server: TestServer,
  { token, tenantId, member }: { token: string; tenantId: string; member: () => Promise<{ userId: string }> },
) {
  const base = `/api/tenants/${tenantId}/groups`;
  return {
    'put /api/tenants/:id/policy': () => ({
      token,
      path: `/api/tenants/${tenantId}/policy`,
      body: { ...openPolicy, sessionHours: 700 },
    }),
    'post /api/tenants/:id/groups': () => ({ token, path: base, body: { name: `group ${fresh()}` } }),
    'patch /api/tenants/:id/groups/:groupId': async () => ({
      token,
      path: `${base}/${await addGroup(server, tenantId)}`,
      body: { name: `group ${fresh()}`, description: 'Changed' },
    }),
    'delete /api/tenants/:id/groups/:groupId': async () => ({
      token,
      path: `${base}/${await addGroup(server, tenantId)}`,
    }),
    'put /api/tenants/:id/groups/:groupId/members/:userId': async () => ({
      token,
      path: `${base}/${await addGroup(server, tenantId)}/members/${(await member()).userId}`,
    }),
    'delete /api/tenants/:id/groups/:groupId/members/:userId': async () => {
      const { userId } = await member();
      return { token, path: `${base}/${await addGroup(server, tenantId, { userId })}/members/${userId}` };
    },
  };
}
