import { randomUUID } from 'node:crypto';
import { dates, numbers, queryNumbers } from './hostile-values.js';
import { send } from './tenant-api.js';
import type { TestServer } from './test-server.js';

// The routes of webhooks in the tests of all routes. They exist for tenants and for the platform.

/** No test of these writes such an event, so nothing is sent by itself. */
const hook = { url: 'https://hooks.test/in', events: ['seat.leased'] };

/** Adds a webhook directly in the database, of a tenant or of the platform. Returns its id. */
export async function addWebhook({ identity: { db } }: TestServer, tenantId: string | null): Promise<string> {
  return (await db.webhook.create({ data: { ...hook, tenantId, secret: new Uint8Array([1]) } })).id;
}

interface Owned {
  id: string | undefined;
  /** Without it: the platform. */
  tenantId?: string;
  token: string;
}
const baseOf = ({ tenantId }: Owned) => (tenantId ? `/api/tenants/${tenantId}/webhooks` : '/api/platform/webhooks');

/** A valid body for every route of a tenant. */
export const webhookBodies: Record<string, unknown> = {
  'get /api/tenants/{id}/webhooks': undefined,
  'post /api/tenants/{id}/webhooks': hook,
  'get /api/tenants/{id}/webhooks/{webhookId}': undefined,
  'patch /api/tenants/{id}/webhooks/{webhookId}': { description: 'New' },
  'post /api/tenants/{id}/webhooks/{webhookId}/rotate-secret': {},
  'post /api/tenants/{id}/webhooks/{webhookId}/test': undefined,
  'post /api/tenants/{id}/webhooks/{webhookId}/replay': { since: new Date().toISOString() },
  'get /api/tenants/{id}/webhooks/{webhookId}/deliveries': undefined,
  'post /api/tenants/{id}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver': undefined,
  'delete /api/tenants/{id}/webhooks/{webhookId}': undefined,
};

/** Numbers and times that the routes take, with hostile values. */
export function webhookFields(template: string, owned: () => Owned) {
  const as = () => owned().token;
  const path = () => `${baseOf(owned())}/${owned().id}`;
  const list = (): [string, string] => [`${path()}/deliveries`, as()];
  const ofEntry = `${template}/{webhookId}`;
  return [
    ...['page', 'limit'].map((field) => ({
      name: `get ${ofEntry}/deliveries ${field}`,
      ...{ as, list, target: () => `${path()}/deliveries` },
      values: field === 'limit' ? [...queryNumbers, '101'] : [...queryNumbers, '1000001'],
    })),
    {
      name: `post ${ofEntry}/rotate-secret graceSeconds`,
      ...{ as, list, target: () => `${path()}/rotate-secret` },
      // It may be 0, which JSON can spell in these ways.
      values: [...numbers.filter((value) => !['0', '-0', '1e-400'].includes(value)), '604801'],
      body: (value: string) => `{"graceSeconds":${value}}`,
    },
    {
      name: `post ${ofEntry}/replay since`,
      ...{ as, list, target: () => `${path()}/replay` },
      values: [...dates, '2020-01-01T00:00:00Z', '2100-01-01T00:00:00Z', null, 0, 1_893_456_000_000, true, []].map(
        (value) => JSON.stringify(value),
      ),
      body: (value: string) => `{"since":${value}}`,
    },
  ];
}

/** The writes whose reply has a time. */
export function webhookReplies(template: string, owned: () => Owned & { server: TestServer }) {
  const act = (method: string, below: (id: string) => string, body: object) => {
    const { server, id = '', token } = owned();
    return send(server.issuer, method, `${baseOf(owned())}${below(id)}`, token, body);
  };
  const column = 'webhooks.created_at';
  const updated = { column, when: 'UPDATE' as const };
  return {
    [`post ${template}`]: { column, when: 'INSERT' as const, send: () => act('POST', () => '', hook) },
    [`patch ${template}/{webhookId}`]: {
      ...updated,
      send: () => act('PATCH', (id) => `/${id}`, { description: randomUUID() }),
    },
    [`post ${template}/{webhookId}/rotate-secret`]: {
      ...updated,
      send: () => act('POST', (id) => `/${id}/rotate-secret`, {}),
    },
  };
}

/** The writes whose reply has only ids of our own and numbers of rows. */
export const safeOfWebhooks = ['/api/tenants/{id}/webhooks', '/api/platform/webhooks'].flatMap((path) => [
  `post ${path}/{webhookId}/test`,
  `post ${path}/{webhookId}/replay`,
  `post ${path}/{webhookId}/deliveries/{deliveryId}/redeliver`,
]);

interface Rehearsing {
  template: string;
  base: string;
  token: string;
  tenantId: string | null;
}

/** A request for every write, each prepared so that it succeeds. */
export function webhookCalls(server: TestServer, { template, base, token, tenantId }: Rehearsing) {
  const { db } = server.identity;
  const on = (below: string, body?: unknown) => async () => ({
    token,
    path: `${base}/${await addWebhook(server, tenantId)}${below}`,
    body,
  });
  return {
    [`post ${template}`]: () => ({ token, path: base, body: { ...hook, description: 'Billing' } }),
    [`patch ${template}/:webhookId`]: on('', { status: 'PAUSED', events: ['*'] }),
    [`delete ${template}/:webhookId`]: on(''),
    [`post ${template}/:webhookId/rotate-secret`]: on('/rotate-secret', { graceSeconds: 60 }),
    [`post ${template}/:webhookId/test`]: on('/test'),
    [`post ${template}/:webhookId/replay`]: on('/replay', { since: new Date(Date.now() - 1000).toISOString() }),
    [`post ${template}/:webhookId/deliveries/:deliveryId/redeliver`]: async () => {
      const { id: eventId } = await db.event.create({ data: { type: 'seat.granted', tenantId, actorKind: 'system' } });
      const webhookId = await addWebhook(server, tenantId);
      const data = { webhookId, eventId, horizon: 1, seq: 1, type: 'seat.granted', status: 'FAILED' as const };
      const { id } = await db.webhookDelivery.create({ data });
      return { token, path: `${base}/${webhookId}/deliveries/${id}/redeliver` };
    },
  };
}
