import { licensing, tenants, users, webhooks } from '@org/identity-server';
import { until } from '@org/identity-testing/until';
import { type Received, startReceiver } from '@org/identity-testing/webhook-receiver';
import test, { type ExecutionContext } from 'ava';
import { Webhook } from 'standardwebhooks';
import { freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: [users(), tenants(), licensing(), webhooks()] });
});
test.after.always(() => server?.stop());

/** A tenant with a webhook to a receiver, and functions that call the API as the owner. */
async function startWebhook(t: ExecutionContext) {
  let status = 200;
  const receiver = await startReceiver(t, (response) => response.writeHead(status).end());
  const { id, owner } = await freshTenant(server);
  const token = await tokenOf(server.issuer, owner.email);
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await send(server.issuer, method, `/api/tenants/${id}${path}`, token, body);
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status}`);
    return response.body;
  };
  const hook = await call('POST', '/webhooks', { url: receiver.url(), events: ['tenant.updated'] });
  const path = `/webhooks/${String(hook['id'])}`;
  const received = (count: number) => until(async () => receiver.received.length >= count && receiver.received);
  const respondWith = (next: number) => {
    status = next;
  };
  return { call, path, received, respondWith, secret: String(hook['secret']) };
}

const verify = (secret: string, request: Received | undefined) =>
  new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>) as { type: string };

test('a test arrives at once, and can be sent again with the same id', async (t) => {
  const { call, path, received, secret } = await startWebhook(t);
  const { deliveryId } = await call('POST', `${path}/test`);
  const [first] = await received(1);
  t.is(verify(secret, first).type, 'webhook.test');
  // Its result is recorded a moment after it arrived.
  await until(async () => {
    const { deliveries } = (await call('GET', `${path}/deliveries`)) as { deliveries: { status: string }[] };
    return deliveries[0]?.status === 'DELIVERED';
  });
  await call('POST', `${path}/deliveries/${String(deliveryId)}/redeliver`);
  const [, second] = await received(2);
  t.is(second?.headers['webhook-id'], first?.headers['webhook-id']);
  t.is(verify(secret, second).type, 'webhook.test');
});

test('after a rotation both secrets verify', async (t) => {
  const { call, path, received, secret } = await startWebhook(t);
  const rotated = await call('POST', `${path}/rotate-secret`, { graceSeconds: 3600 });
  await call('POST', `${path}/test`);
  const [request] = await received(1);
  for (const key of [secret, String(rotated['secret'])]) t.is(verify(key, request).type, 'webhook.test');
});

test('a paused webhook gets what waited for it when it is active again', async (t) => {
  const { call, path, received, respondWith } = await startWebhook(t);
  respondWith(500);
  await call('PATCH', '', { name: 'First' });
  await received(1);
  await call('PATCH', path, { status: 'PAUSED' });
  await call('PATCH', '', { name: 'Second' });
  respondWith(200);
  await call('PATCH', path, { status: 'ACTIVE' });
  await call('PATCH', '', { name: 'Third' });
  await until(async () => {
    const { deliveries } = (await call('GET', `${path}/deliveries?status=DELIVERED`)) as { deliveries: unknown[] };
    return deliveries.length >= 2;
  });
  const { deliveries } = (await call('GET', `${path}/deliveries`)) as { deliveries: { type: string }[] };
  t.true(deliveries.length >= 2 && deliveries.every(({ type }) => type === 'tenant.updated'));
});
