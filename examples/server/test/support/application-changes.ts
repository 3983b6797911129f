import { randomUUID } from 'node:crypto';
import { addSuperAdmin } from './platform-api.js';
import { send } from './tenant-api.js';
import type { TestServer } from './test-server.js';
import { addClient } from './third-party.js';

/** A third-party client that a user has allowed something, straight in the database. */
export async function addConsent(server: TestServer, userId: string): Promise<string> {
  const clientId = await addClient(server);
  await server.identity.db.consent.create({ data: { userId, clientId, scopes: ['openid', 'email'] } });
  return clientId;
}

/** A third-party client about which a tenant has decided, straight in the database. */
export async function addDecision(
  server: TestServer,
  tenantId: string,
  decision: { status?: 'ALLOWED' | 'BLOCKED' | 'REQUESTED'; requestedBy?: string } = {},
): Promise<string> {
  const clientId = await addClient(server);
  const data = { tenantId, clientId, status: 'ALLOWED' as const, ...decision };
  await server.identity.db.tenantApplication.create({ data });
  return clientId;
}

/** The bodies of all requests to the applications of a tenant. The deletion comes last. */
export const applicationBodies: Record<string, unknown> = {
  'get /api/tenants/{id}/application-policy': undefined,
  'put /api/tenants/{id}/application-policy': { thirdPartyApps: 'ALLOW' },
  'get /api/tenants/{id}/applications': undefined,
  'get /api/tenants/{id}/applications/{clientId}': undefined,
  'put /api/tenants/{id}/applications/{clientId}': { status: 'ALLOWED' },
  'delete /api/tenants/{id}/applications/{clientId}': undefined,
};

/** Requests for the routes that change what a tenant has decided about applications, each prepared so that it succeeds. */
export function applicationChanges(server: TestServer, { token, tenantId }: { token: string; tenantId: string }) {
  const base = `/api/tenants/${tenantId}`;
  return {
    'put /api/tenants/:id/application-policy': async () => {
      await server.identity.db.tenant.update({ where: { id: tenantId }, data: { thirdPartyApps: 'ALLOW' } });
      return { token, path: `${base}/application-policy`, body: { thirdPartyApps: 'ASK' } };
    },
    'put /api/tenants/:id/applications/:clientId': async () => ({
      token,
      path: `${base}/applications/${await addClient(server)}`,
      body: { status: 'BLOCKED' },
    }),
    'delete /api/tenants/:id/applications/:clientId': async () => ({
      token,
      path: `${base}/applications/${await addDecision(server, tenantId)}`,
    }),
  };
}

/** Requests for the routes that block clients. */
export function blockingChanges(server: TestServer, token: string) {
  const path = async (below: string) => `/api/platform/clients/${await addClient(server)}/${below}`;
  return {
    'post /api/platform/clients/:clientId/block': async () => ({ token, path: await path('block') }),
    'post /api/platform/clients/:clientId/unblock': async () => {
      const clientId = await addClient(server);
      await server.identity.db.client.update({ where: { id: clientId }, data: { blockedAt: new Date() } });
      return { token, path: `/api/platform/clients/${clientId}/unblock` };
    },
    // No machine may do this.
    'post /api/platform/clients/:clientId/confirm': async () => {
      const clientId = await addClient(server);
      await server.identity.db.unconfirmedClient.create({
        data: { clientId, changedBy: 'robot', changed: ['created'] },
      });
      const { token: superAdmin } = await addSuperAdmin(server);
      return { token: superAdmin, path: `/api/platform/clients/${clientId}/confirm` };
    },
  };
}

/** The writes of applications and clients whose reply has a time. The client is blocked, and then unblocked. */
export function applicationReplies(
  scene: () => { server: TestServer; tenantId: string; token: string; operator: string; clientId: string },
) {
  const block = (below: string) => {
    const { server, operator, clientId } = scene();
    return send(server.issuer, 'POST', `/api/platform/clients/${clientId}/${below}`, operator);
  };
  const updated = { column: 'clients.updated_at', when: 'UPDATE' as const };
  return {
    'put /api/tenants/{id}/applications/{clientId}': {
      column: 'tenant_applications.updated_at',
      when: 'INSERT' as const,
      send: () => {
        const { server, tenantId, token } = scene();
        const path = `/api/tenants/${tenantId}/applications/demo-partner`;
        return send(server.issuer, 'PUT', path, token, { status: 'ALLOWED' });
      },
    },
    'patch /api/platform/clients/{clientId}': {
      ...updated,
      send: () => {
        const { server, operator, clientId } = scene();
        return send(server.issuer, 'PATCH', `/api/platform/clients/${clientId}`, operator, { name: randomUUID() });
      },
    },
    'post /api/platform/clients/{clientId}/block': { ...updated, send: () => block('block') },
    'post /api/platform/clients/{clientId}/unblock': { ...updated, send: () => block('unblock') },
  };
}
