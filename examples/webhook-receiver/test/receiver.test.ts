import { randomBytes, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { Webhook } from 'standardwebhooks';
import { createReceiver, type WebhookEvent } from '../src/receiver.js';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

async function start(t: ExecutionContext, secrets: string[], handle: (event: WebhookEvent) => void = () => {}) {
  const received: WebhookEvent[] = [];
  const errors: unknown[] = [];
  const receiver = createReceiver({
    secrets,
    onError: (error) => errors.push(error),
    onEvent: (event) => {
      handle(event);
      received.push(event);
    },
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  /** Sends an event as the identity server does, with a signature of each secret. */
  const send = async (
    event: WebhookEvent,
    { by = secrets, at = new Date(), body = JSON.stringify(event), headers = {} as Record<string, string> } = {},
  ): Promise<number> => {
    const signatures = by.map((secret) => new Webhook(secret).sign(event.id, at, JSON.stringify(event)));
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': event.id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': signatures.join(' '),
        ...headers,
      },
      body,
    });
    return response.status;
  };
  return { url, send, received, errors };
}

const eventOf = (type = 'seat.revoked'): WebhookEvent => ({
  id: randomUUID(),
  type,
  tenantId: randomUUID(),
  actor: { kind: 'system', id: null },
  subjectId: randomUUID(),
  data: { name: 'Müller' },
  occurredAt: new Date().toISOString(),
});

test('a signed event is received once, however often it is sent', async (t) => {
  const { send, received } = await start(t, [newSecret()]);
  const event = eventOf();
  t.is(await send(event), 204);
  t.is(await send(event, { at: new Date(Date.now() + 1_000) }), 204);
  t.deepEqual(await Promise.all([send(event), send(event)]), [204, 204]);
  t.deepEqual(received, [event]);
});

test('a wrong signature, another body, another id and no signature at all are refused', async (t) => {
  const { send, received } = await start(t, [newSecret()]);
  const event = eventOf();
  t.is(await send(event, { by: [newSecret()] }), 401);
  t.is(await send(event, { body: JSON.stringify({ ...event, type: 'seat.granted' }) }), 401);
  t.is(await send(event, { headers: { 'webhook-id': randomUUID() } }), 401);
  t.is(await send(event, { by: [] }), 401);
  for (const signature of ['v1,', 'v1', 'v2,AAAA', ' ', `v1,${'A'.repeat(44)}`])
    t.is(await send(event, { headers: { 'webhook-signature': signature } }), 401, signature);
  t.deepEqual(received, []);
});

test('an event that was signed long ago, or in the future, is refused', async (t) => {
  const { send, received } = await start(t, [newSecret()]);
  const minutes = (count: number) => new Date(Date.now() + count * 60_000);
  t.is(await send(eventOf(), { at: minutes(-6) }), 401);
  t.is(await send(eventOf(), { at: minutes(6) }), 401);
  t.is(await send(eventOf(), { headers: { 'webhook-timestamp': 'now' } }), 401);
  t.deepEqual(received, []);
  t.is(await send(eventOf(), { at: minutes(-4) }), 204);
});

test('while a secret is rotated, the server signs with both, and either one is enough', async (t) => {
  const [old, current] = [newSecret(), newSecret()];
  const before = await start(t, [old]);
  const after = await start(t, [current]);
  const both = await start(t, [current, old]);
  for (const { send } of [before, after, both]) t.is(await send(eventOf(), { by: [current, old] }), 204);
  t.is(await both.send(eventOf(), { by: [old] }), 204);
  t.is(await after.send(eventOf(), { by: [old] }), 401);
});

test('an event whose handling failed is received again', async (t) => {
  let fails = true;
  const { send, received, errors } = await start(t, [newSecret()], () => {
    if (fails) throw new Error('on purpose');
  });
  const event = eventOf();
  t.is(await send(event), 500);
  t.is(errors.length, 1);
  fails = false;
  t.is(await send(event), 204);
  t.deepEqual(received, [event]);
});

test('other methods and large bodies are refused', async (t) => {
  const { url, send } = await start(t, [newSecret()]);
  t.is((await fetch(url)).status, 405);
  t.is(await send(eventOf(), { body: 'x'.repeat(1_000_001) }), 413);
  t.throws(() => createReceiver({ secrets: [], onEvent: () => {} }), { instanceOf: TypeError });
});
