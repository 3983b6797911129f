import { licensing, tenants, users, webhooks } from '@org/identity-server';
import { until } from '@org/identity-testing/until';
import { startReceiver } from '@org/identity-testing/webhook-receiver';
import test from 'ava';
import { Webhook } from 'standardwebhooks';
import { freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { addWebhook, vaultProbe } from '../support/webhooks.js';

const probe = vaultProbe();
let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: [users(), tenants(), licensing(), webhooks(), probe] });
});
test.after.always(() => server?.stop());

test('a change over the API reaches the receiver soon, and a rehearsed one does not', async (t) => {
  const receiver = await startReceiver(t);
  const { db } = server.identity;
  const { id: tenantId, owner } = await freshTenant(server);
  const token = await tokenOf(server.issuer, owner.email);
  const { id: webhookId, secret } = await addWebhook(db, probe.vault(), { url: receiver.url(), tenantId });
  const path = `/api/tenants/${tenantId}`;
  t.is((await send(server.issuer, 'PATCH', `${path}?rehearse=true`, token, { name: 'Rehearsed' })).status, 200);
  t.is((await send(server.issuer, 'PATCH', path, token, { name: 'Real' })).status, 200);
  await until(async () => receiver.received.length > 0);
  const [request] = receiver.received;
  const body = new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>);
  const event = await db.event.findFirstOrThrow({ where: { tenantId, type: 'tenant.updated' } });
  t.like(body as object, { id: event.id, type: 'tenant.updated', tenantId, subjectId: tenantId });
  await until(async () => (await db.webhookDelivery.count({ where: { webhookId, status: 'DELIVERED' } })) === 1);
  t.is(await db.event.count({ where: { tenantId, type: 'tenant.updated' } }), 1);
  t.is(receiver.received.length, 1);
});

test('a new URL gets signatures of the secret, and in no request the secret itself', async (t) => {
  const [first, second] = [await startReceiver(t), await startReceiver(t)];
  const { id: tenantId, owner } = await freshTenant(server);
  const token = await tokenOf(server.issuer, owner.email);
  const { id, secret } = await addWebhook(server.identity.db, probe.vault(), { url: first.url(), tenantId });
  const path = `/api/tenants/${tenantId}/webhooks/${id}`;
  const changed = await send(server.issuer, 'PATCH', path, token, { url: second.url() });
  t.is(changed.status, 200);
  t.is((await send(server.issuer, 'POST', `${path}/test`, token, {})).status, 202);
  await until(async () => second.received.some(({ body }) => body.includes('webhook.test')));
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const forms = (['base64', 'base64url', 'hex', 'latin1'] as const).map((form) => key.toString(form));
  const sent = [JSON.stringify(changed.body), ...second.received.map((request) => JSON.stringify(request))];
  for (const text of sent) for (const form of forms) t.false(text.includes(form.replace(/=+$/u, '')));
  for (const { body, headers } of second.received) {
    t.notThrows(() => new Webhook(secret).verify(body, headers as Record<string, string>));
    t.deepEqual(Object.keys(headers).sort(), [
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ]);
  }
  t.false(first.received.some(({ body }) => body.includes('webhook.test')));
});

test('a delivery that failed is tried again by itself', async (t) => {
  let works = false;
  const receiver = await startReceiver(t, (response) => response.writeHead(works ? 200 : 500).end());
  const { db } = server.identity;
  const { id: tenantId, owner } = await freshTenant(server);
  const token = await tokenOf(server.issuer, owner.email);
  const { id } = await addWebhook(db, probe.vault(), { url: receiver.url(), tenantId });
  t.is((await send(server.issuer, 'PATCH', `/api/tenants/${tenantId}`, token, { name: 'Real' })).status, 200);
  await until(async () => (await db.webhookDelivery.count({ where: { webhookId: id, attempts: 1 } })) === 1);
  works = true;
  await db.webhookDelivery.updateMany({ where: { webhookId: id }, data: { dueAt: new Date() } });
  await until(async () => {
    // Its claim may not have ended yet.
    await db.webhook.updateMany({ where: { id, claimedUntil: null }, data: { dueAt: new Date() } });
    return (await db.webhookDelivery.count({ where: { webhookId: id, status: 'DELIVERED' } })) === 1;
  });
  t.is(new Set(receiver.ids()).size, 1);
});
