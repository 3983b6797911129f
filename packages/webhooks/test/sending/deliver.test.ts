import { type Received, startReceiver } from '@org/identity-testing/webhook-receiver';
import test from 'ava';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { createSecret, sealSecret } from '../../src/secrets/webhook-secret.js';
import { addTenant, addWebhook, fanOutUntil, openSending, passTime, publish, testVault } from '../support/sending.js';

const headersOf = ({ headers }: Received) => headers as Record<string, string>;

test('a receiver verifies an event with the libraries of Standard Webhooks and Svix', async (t) => {
  const sending = await openSending(t);
  const receiver = await startReceiver(t, (response) => response.end('thank you'));
  const tenantId = await addTenant(sending);
  const { id, secret } = await addWebhook(sending, { url: receiver.url(), tenantId });
  const [eventId] = await publish(sending, { tenantId, data: { name: 'Ä "quoted" 🎉' } });
  await fanOutUntil(sending, 1);
  await sending.sender.flush();

  const [request] = receiver.received;
  if (!request) throw new Error('nothing arrived');
  const event = await sending.db.event.findUniqueOrThrow({ where: { id: eventId ?? '' } });
  const expected = {
    id: eventId,
    type: 'tenant.updated',
    tenantId,
    actor: { kind: 'system', id: null },
    subjectId: event.subjectId,
    data: { name: 'Ä "quoted" 🎉' },
    occurredAt: event.occurredAt.toISOString(),
  };
  t.deepEqual(new Webhook(secret).verify(request.body, headersOf(request)), expected);
  t.notThrows(() => new SvixWebhook(secret).verify(request.body, headersOf(request)));
  t.throws(() => new SvixWebhook(createSecret()).verify(request.body, headersOf(request)));
  t.throws(() => new Webhook(createSecret()).verify(request.body, headersOf(request)));
  t.throws(() => new Webhook(secret).verify(request.body.replace('system', 'user'), headersOf(request)));
  t.is(request.headers['webhook-id'], eventId);
  t.is(request.headers['content-type'], 'application/json');
  t.is(request.headers.cookie, undefined);

  const delivery = await sending.db.webhookDelivery.findFirstOrThrow({ where: { webhookId: id } });
  t.like(delivery, {
    status: 'DELIVERED',
    attempts: 1,
    responseStatus: 200,
    responseBody: 'thank you',
    lastError: null,
  });
  const webhook = await sending.db.webhook.findUniqueOrThrow({ where: { id } });
  t.like(webhook, { failures: 0, failingSince: null, dueAt: null, claimedUntil: null, slow: false });
});

test('while a secret is rotated both sign, and after that only the new one', async (t) => {
  const sending = await openSending(t);
  const receiver = await startReceiver(t);
  const { id, secret: old } = await addWebhook(sending, { url: receiver.url() });
  const secret = createSecret();
  await sending.db.webhook.update({
    where: { id },
    data: {
      secret: sealSecret(testVault, id, secret),
      oldSecret: sealSecret(testVault, id, old),
      oldSecretUntil: new Date(Date.now() + 60_000),
    },
  });
  await publish(sending);
  await fanOutUntil(sending, 1);
  await sending.sender.flush();
  await passTime(sending, 61);
  await publish(sending);
  await fanOutUntil(sending, 2);
  await sending.sender.flush();

  const [during, after] = receiver.received;
  if (!during || !after) throw new Error('two requests were expected');
  t.is(String(during.headers['webhook-signature']).split(' ').length, 2);
  for (const key of [old, secret]) t.notThrows(() => new Webhook(key).verify(during.body, headersOf(during)));
  t.is(String(after.headers['webhook-signature']).split(' ').length, 1);
  t.notThrows(() => new Webhook(secret).verify(after.body, headersOf(after)));
  t.throws(() => new Webhook(old).verify(after.body, headersOf(after)));
});

test('a webhook gets its events in the order of their commits, also when there are many', async (t) => {
  const sending = await openSending(t);
  const receiver = await startReceiver(t);
  await addWebhook(sending, { url: receiver.url() });
  const ids = await publish(sending, { count: 130 });
  await fanOutUntil(sending, 130);
  await sending.sender.flush();
  t.deepEqual(receiver.ids(), ids);
});
