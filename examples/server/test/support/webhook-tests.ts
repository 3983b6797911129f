import { randomUUID } from 'node:crypto';
import test from 'ava';
import { freshTenant, send, tokenOf } from './tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from './test-server.js';

/** The server of the test file that imports this: started before its tests, stopped after them. */
export let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: allPlugins() });
});
test.after.always(() => server?.stop());

export const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u;
export const day = 86_400_000;

/** Nobody listens there, and no test writes such an event: nothing is ever sent. */
export const hook = { url: 'http://127.0.0.1:1/hook', events: ['signing_key.replaced'] };

/** The status and the error code of a response. */
export const codeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['error']];

/** A new tenant, and its webhooks as its owner sees them. */
export async function webhookScene() {
  const tenant = await freshTenant(server);
  const token = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  const path = `/api/tenants/${tenant.id}/webhooks`;
  const api = (method: string, below = '', body?: unknown) =>
    send(server.issuer, method, `${path}${below}`, token, body);
  const create = async (changes: object = {}) => {
    const { status, body } = await api('POST', '', { ...hook, ...changes });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return String(body['id']);
  };
  return { tenant, token, path, api, create };
}

/** The row of a webhook. */
export async function rowOf(id: unknown) {
  return server.identity.db.webhook.findUniqueOrThrow({ where: { id: String(id) } });
}

/** Adds an event directly in the database. Returns its id. */
export async function addEvent(
  tenantId: string | null,
  { type = 'seat.granted', occurredAt = new Date() }: { type?: string; occurredAt?: Date } = {},
): Promise<string> {
  const id = idAt(occurredAt);
  await server.identity.db.event.create({ data: { id, type, tenantId, actorKind: 'system', occurredAt } });
  return id;
}

/** A UUID of version 7 of that time. */
function idAt(time: Date): string {
  const digits = time.getTime().toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7${randomUUID().slice(15)}`;
}

/** Adds a delivery directly in the database, of a new event unless one is given. Nothing sends it. */
export async function addDelivery(
  webhookId: string,
  { eventId, ...changes }: { eventId?: string; status?: 'PENDING' | 'DELIVERED' | 'FAILED'; attempts?: number } = {},
) {
  const { db } = server.identity;
  const { tenantId } = await rowOf(webhookId);
  return db.webhookDelivery.create({
    data: {
      webhookId,
      eventId: eventId ?? (await addEvent(tenantId)),
      horizon: 1,
      seq: 1,
      type: 'seat.granted',
      dueAt: new Date(Date.now() + day),
      ...changes,
    },
  });
}
