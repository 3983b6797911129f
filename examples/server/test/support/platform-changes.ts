import { randomUUID } from 'node:crypto';
import { addApi } from './apis.js';
import { crm } from './licensing-api.js';
import { send } from './tenant-api.js';
import type { TestServer } from './test-server.js';

const fresh = () => randomUUID().slice(0, 13);

/** An application that nothing uses, with a license type. */
export async function unusedApplication({ identity: { db } }: TestServer) {
  const { id: applicationId } = await db.application.create({ data: { name: `App ${fresh()}` } });
  const { id: licenseTypeId } = await db.licenseType.create({ data: { applicationId, slug: 'only', name: 'Only' } });
  return { applicationId, licenseTypeId };
}

const newApi = () => ({
  identifier: `https://${fresh()}.test`,
  name: 'Orders',
  scopes: [{ name: 'orders:read', description: 'See your orders' }],
});

/** An import whose lines are still arriving. */
export async function openImport({ identity: { db } }: TestServer): Promise<{ id: string }> {
  const leaseUntil = new Date(Date.now() + 3_600_000);
  return db.import.create({ data: { actorKind: 'system', actorId: 'test', leaseUntil } });
}

/** Requests for the routes that change what the platform sells and to whom, each prepared so that it succeeds. */
export function platformChanges(server: TestServer, token: string, user: () => Promise<{ userId: string }>) {
  const applications = '/api/platform/applications';
  const apis = '/api/platform/apis';
  const types = '/api/licensing/license-types';
  return {
    'post /api/platform/applications': () => ({ token, path: applications, body: { name: `App ${fresh()}` } }),
    'patch /api/platform/applications/:applicationId': async () => ({
      token,
      path: `${applications}/${(await unusedApplication(server)).applicationId}`,
      body: { name: `App ${fresh()}` },
    }),
    'delete /api/platform/applications/:applicationId': async () => ({
      token,
      path: `${applications}/${(await unusedApplication(server)).applicationId}`,
    }),
    'post /api/platform/apis': () => ({ token, path: apis, body: newApi() }),
    'patch /api/platform/apis/:apiId': async () => ({
      token,
      path: `${apis}/${(await addApi(server)).id}`,
      body: { name: `API ${fresh()}`, open: true, scopes: [], clients: [] },
    }),
    'delete /api/platform/apis/:apiId': async () => ({ token, path: `${apis}/${(await addApi(server)).id}` }),
    'patch /api/licensing/license-types/:licenseTypeId': async () => ({
      token,
      path: `${types}/${(await unusedApplication(server)).licenseTypeId}`,
      body: { name: 'Another', features: ['export'], limits: { contacts: 5 } },
    }),
    'delete /api/licensing/license-types/:licenseTypeId': async () => ({
      token,
      path: `${types}/${(await unusedApplication(server)).licenseTypeId}`,
    }),
    'post /api/platform/tenants': () => ({
      token,
      path: '/api/platform/tenants',
      body: { name: 'Sold', slug: `s-${fresh()}`, ownerEmail: `${fresh()}@people.test` },
    }),
    'post /api/platform/users': () => ({
      token,
      path: '/api/platform/users',
      body: { email: `${fresh()}@people.test`, displayName: 'New' },
    }),
    'patch /api/platform/users/:userId': async () => ({
      token,
      path: `/api/platform/users/${(await user()).userId}`,
      body: { email: `${fresh()}@people.test`, displayName: 'Renamed', externalId: fresh() },
    }),
    'delete /api/platform/imports/:importId': async () => ({
      token,
      path: `/api/platform/imports/${(await openImport(server)).id}`,
    }),
    'post /api/platform/users/:userId/send-reset': async () => ({
      token,
      path: `/api/platform/users/${(await user()).userId}/send-reset`,
    }),
  };
}

/** The columns of the replies of these routes, for the tests of replies that fail. */
export function platformReplies(all: () => { server: TestServer; platform: string; operator: string }) {
  const sent = (method: string, path: string, body: object, as: 'platform' | 'operator' = 'operator') =>
    send(all().server.issuer, method, path, all()[as], body);
  return {
    'post /api/platform/applications': {
      column: 'applications.created_at',
      when: 'INSERT' as const,
      send: () => sent('POST', '/api/platform/applications', { name: `New ${randomUUID()}` }),
    },
    'patch /api/platform/applications/{applicationId}': {
      column: 'applications.created_at',
      when: 'UPDATE' as const,
      send: () => sent('PATCH', `/api/platform/applications/${crm}`, { name: `New ${randomUUID()}` }),
    },
    'post /api/platform/apis': {
      column: 'apis.created_at',
      when: 'INSERT' as const,
      send: () => sent('POST', '/api/platform/apis', newApi()),
    },
    'patch /api/platform/apis/{apiId}': {
      column: 'apis.created_at',
      when: 'UPDATE' as const,
      // The one that the test before this one has created.
      send: async () => {
        const { id } = await all().server.identity.db.api.findFirstOrThrow();
        return sent('PATCH', `/api/platform/apis/${id}`, { name: randomUUID() });
      },
    },
    'patch /api/licensing/license-types/{licenseTypeId}': {
      column: 'license_types.updated_at',
      when: 'UPDATE' as const,
      send: async () => {
        const { id } = await all().server.identity.db.licenseType.findFirstOrThrow();
        return sent('PATCH', `/api/licensing/license-types/${id}`, { name: randomUUID() }, 'platform');
      },
    },
    'post /api/platform/users': {
      column: 'users.created_at',
      when: 'INSERT' as const,
      send: () => sent('POST', '/api/platform/users', { email: `${randomUUID()}@people.test` }),
    },
    'delete /api/platform/imports/{importId}': {
      column: 'imports.started_at',
      when: 'UPDATE' as const,
      send: async () => {
        const { id } = await openImport(all().server);
        return send(all().server.issuer, 'DELETE', `/api/platform/imports/${id}`, all().operator);
      },
    },
    'post /api/platform/tenants': {
      column: 'invitations.expires_at',
      when: 'INSERT' as const,
      send: () => sent('POST', '/api/platform/tenants', { name: 'Sold', ownerEmail: `${randomUUID()}@people.test` }),
    },
  };
}
