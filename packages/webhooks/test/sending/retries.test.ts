import { randomUUID } from 'node:crypto';
import { startReceiver } from '@org/identity-testing/webhook-receiver';
import test from 'ava';
import { deleteOldDeliveries } from '../../src/sending/delete-old-deliveries.js';
import { maxAttempts, retryWaits } from '../../src/sending/retry-waits.js';
import { addTenant, addWebhook, fanOutUntil, openSending, passTime, publish } from '../support/sending.js';

test('twelve attempts are spread over three days with growing waits, and then the delivery has failed', async (t) => {
  const receiver = await startReceiver(t, (response) => response.writeHead(503).end());
  const sending = await openSending(t);
  const { id } = await addWebhook(sending, { url: receiver.url() });
  await publish(sending);
  await fanOutUntil(sending, 1);
  t.is(maxAttempts, 12);
  const find = () => sending.db.webhookDelivery.findFirstOrThrow();
  for (const wait of retryWaits) {
    const before = Date.now();
    await sending.sender.flush();
    const { dueAt, status } = await find();
    t.is(status, 'PENDING');
    const [least, most] = [before + 900 * wait, Date.now() + 1_100 * wait];
    t.true(dueAt.getTime() >= least - 1 && dueAt.getTime() <= most + 1, `after ${wait} seconds`);
    // Before its time it is not sent.
    const sent = receiver.received.length;
    if (wait > 60) await sending.sender.flush();
    t.is(receiver.received.length, sent);
    await passTime(sending, 1.1 * wait + 61);
    // This test is about one delivery. A webhook that fails for a day is paused.
    await sending.db.webhook.update({ where: { id }, data: { failingSince: new Date() } });
  }
  await sending.sender.flush();
  const failed = await find();
  t.like(failed, { status: 'FAILED', attempts: 12, lastError: 'The receiver responded with status 503.' });
  t.truthy(failed.finishedAt);
  t.is(new Set(receiver.ids()).size, 1, 'every attempt has the same id');
  t.is(receiver.received.length, 12);
  t.is((await sending.db.webhook.findFirstOrThrow()).dueAt, null);
  const hours = retryWaits.reduce((sum, wait) => sum + wait, 0) / 3600;
  t.true(hours > 71 && hours <= 72);
});

test('later events go on while one is tried again, and its time comes before theirs', async (t) => {
  let broken = '';
  const receiver = await startReceiver(t, (response, { headers }) =>
    response.writeHead(headers['webhook-id'] === broken ? 500 : 200).end(),
  );
  const sending = await openSending(t);
  await addWebhook(sending, { url: receiver.url() });
  const ids = await publish(sending, { count: 4 });
  broken = ids[1] ?? '';
  await fanOutUntil(sending, 4);
  await sending.sender.flush();
  t.deepEqual(receiver.ids(), ids);
  const more = await publish(sending, { count: 1 });
  await fanOutUntil(sending, 5);
  await passTime(sending, 10);
  broken = '';
  await sending.sender.flush();
  t.deepEqual(receiver.ids().slice(4), [ids[1], ...more]);
  t.is(await sending.db.webhookDelivery.count({ where: { status: 'DELIVERED' } }), 5);
});

test('a receiver that fails again and again is tried with one event at a time, and less and less often', async (t) => {
  const receiver = await startReceiver(t, (response) => response.writeHead(500).end());
  const sending = await openSending(t);
  const { id } = await addWebhook(sending, { url: receiver.url() });
  await publish(sending, { count: 20 });
  await fanOutUntil(sending, 20);
  let before = Date.now();
  await sending.sender.flush();
  t.is(receiver.received.length, 4, 'the claim ends with the fourth failure');
  for (const [index, wait] of [2, 4, 8, 16, 32, 60, 60].entries()) {
    const { dueAt, waitUntil, failures } = await sending.db.webhook.findUniqueOrThrow({ where: { id } });
    t.is(failures, 4 + index);
    t.deepEqual(dueAt, waitUntil);
    const until = dueAt?.getTime() ?? 0;
    t.true(
      until >= before + 1_000 * wait - 1 && until <= Date.now() + 1_000 * wait + 1,
      `it waits for ${wait} seconds`,
    );
    if (wait === 60) {
      // A new event does not make it due earlier.
      await publish(sending);
      await fanOutUntil(sending, 21);
      await sending.sender.flush();
      t.is(receiver.received.length, 4 + index);
    }
    await passTime(sending, 61);
    before = Date.now();
    await sending.sender.flush();
    t.is(receiver.received.length, 5 + index);
  }
});

test('when the receiver works again, it gets everything in order', async (t) => {
  let works = false;
  const receiver = await startReceiver(t, (response) => response.writeHead(works ? 204 : 500).end());
  const sending = await openSending(t);
  const { id } = await addWebhook(sending, { url: receiver.url() });
  const ids = await publish(sending, { count: 10 });
  await fanOutUntil(sending, 10);
  await sending.sender.flush();
  works = true;
  await passTime(sending, 24 * 60 * 60 - 60);
  receiver.received.length = 0;
  await sending.sender.flush();
  t.deepEqual(receiver.ids(), ids);
  t.like(await sending.db.webhook.findUniqueOrThrow({ where: { id } }), {
    failures: 0,
    failingSince: null,
    waitUntil: null,
  });
});

test('an event that no longer exists is given up with that reason, and others go on', async (t) => {
  const receiver = await startReceiver(t);
  const sending = await openSending(t);
  const { id } = await addWebhook(sending, { url: receiver.url() });
  const [gone, other] = await publish(sending, { count: 2 });
  await fanOutUntil(sending, 2);
  await sending.pool.query('DELETE FROM identity.events WHERE id = $1', [gone]);
  await sending.sender.flush();
  t.deepEqual(receiver.ids(), [other]);
  const delivery = await sending.db.webhookDelivery.findFirstOrThrow({ where: { eventId: gone ?? '' } });
  t.like(delivery, { status: 'FAILED', attempts: 0 });
  t.regex(delivery.lastError ?? '', /no longer exists/u);
  t.is((await sending.db.webhook.findUniqueOrThrow({ where: { id } })).failures, 0);
});

test('a tenant that is deleted while deliveries wait takes them along', async (t) => {
  const receiver = await startReceiver(t, (response) => response.writeHead(500).end());
  const sending = await openSending(t);
  const tenantId = await addTenant(sending);
  await addWebhook(sending, { url: receiver.url(), tenantId });
  await addWebhook(sending, { url: receiver.url('/platform') });
  await publish(sending, { tenantId });
  await fanOutUntil(sending, 2);
  await sending.sender.flush();
  await sending.db.tenant.delete({ where: { id: tenantId } });
  await passTime(sending, 60);
  await sending.sender.flush();
  t.is(receiver.ids('/').length, 1);
  t.is(receiver.ids('/platform').length, 2);
});

test('a webhook that is deleted while events are sent gets no more', async (t) => {
  const sending = await openSending(t);
  let deleted: Promise<unknown> | undefined;
  const receiver = await startReceiver(t, (response) => {
    deleted ??= sending.db.webhook.deleteMany();
    void deleted.then(() => response.writeHead(500).end());
  });
  await addWebhook(sending, { url: receiver.url() });
  await publish(sending, { count: 5 });
  await fanOutUntil(sending, 5);
  await sending.sender.flush();
  t.is(receiver.received.length, 1);
});

test('finished deliveries are deleted after 30 days, others stay', async (t) => {
  const sending = await openSending(t);
  const { id } = await addWebhook(sending, { url: 'https://receiver.test/' });
  const day = 24 * 60 * 60 * 1000;
  const rows = (count: number, days: number | undefined, status: 'PENDING' | 'DELIVERED' | 'FAILED') =>
    Array.from({ length: count }, () => ({
      webhookId: id,
      eventId: randomUUID(),
      horizon: 1n,
      seq: 1n,
      type: 'tenant.updated',
      status,
      finishedAt: days === undefined ? null : new Date(Date.now() - days * day),
    }));
  await sending.db.webhookDelivery.createMany({
    data: [
      ...rows(1_500, 31, 'DELIVERED'),
      ...rows(2, 31, 'FAILED'),
      ...rows(3, 29, 'DELIVERED'),
      ...rows(2, undefined, 'PENDING'),
    ],
  });
  t.is(await deleteOldDeliveries(sending.pool), 1_502);
  t.is(await sending.db.webhookDelivery.count(), 5);
  t.is(await deleteOldDeliveries(sending.pool), 0);
});
