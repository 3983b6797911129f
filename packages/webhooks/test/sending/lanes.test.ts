import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { until } from '@org/identity-testing/until';
import { startReceiver } from '@org/identity-testing/webhook-receiver';
import test from 'ava';
import { type ClaimedWebhook, claimWebhook, lanes } from '../../src/sending/claim-webhook.js';
import { addWebhook, fanOutUntil, openSending, passTime, publish } from '../support/sending.js';

test('receivers that hang do not delay another one, also if there are more of them than lanes', async (t) => {
  const open: ServerResponse[] = [];
  let hangs = true;
  const hanging = await startReceiver(t, (response) =>
    hangs ? void open.push(response) : response.writeHead(500).end(),
  );
  const good = await startReceiver(t);
  const sending = await openSending(t, { attemptMilliseconds: 600_000, parkMilliseconds: 50 });
  const count = 2 * lanes;
  for (let index = 0; index < count; index += 1) await addWebhook(sending, { url: hanging.url(`/${index}`) });
  await addWebhook(sending, { url: good.url() });
  const ids = await publish(sending, { count: 3 });
  await fanOutUntil(sending, 3 * (count + 1));
  // The good one is due last.
  await sending.pool.query(
    `UPDATE identity.webhooks SET due_at = now() - CASE WHEN url = $1 THEN interval '0' ELSE interval '1 second' END`,
    [good.url()],
  );
  const flushed = sending.sender.flush();
  await until(async () => good.received.length === 3);
  t.deepEqual(good.ids(), ids);
  // All of them were tried, and none has ended yet.
  await until(async () => hanging.received.length === count);
  t.is(await sending.db.webhookDelivery.count({ where: { attempts: { gt: 0 }, status: 'PENDING' } }), 0);
  t.is(open.length, count);
  hangs = false;
  for (const response of open) response.writeHead(500).end();
  await flushed;
  // One that had to wait for a moment, because all failed at the same time, is not part of that flush.
  await until(async () => {
    await sending.sender.flush();
    return (await sending.db.webhook.count({ where: { failures: { gte: 3 } } })) === count;
  });
  t.is(good.received.length, 3);
});

test('slow and failing webhooks use a quarter of the lanes', async (t) => {
  const { db, pool, ...sending } = await openSending(t);
  const add = async (data: { failures?: number; slow?: boolean }, ago: number) => {
    const { id } = await addWebhook({ db, pool, ...sending }, { url: 'https://receiver.test/' });
    await db.webhook.update({ where: { id }, data: { ...data, dueAt: new Date(Date.now() - ago) } });
    return id;
  };
  const slow = await add({ slow: true }, 3_000);
  const failing = await add({ failures: 1 }, 2_000);
  const good = await add({}, 1_000);
  const troubled = (count: number): ClaimedWebhook[] =>
    Array.from({ length: count }, () => ({ id: randomUUID(), attempts: 1, failures: 1, slow: false, parked: false }));
  t.is((await claimWebhook(pool, troubled(lanes / 4)))?.id, good);
  t.is(await claimWebhook(pool, troubled(lanes / 4)), undefined);
  t.is((await claimWebhook(pool, troubled(lanes / 4 - 1)))?.id, slow);
  t.is((await claimWebhook(pool, []))?.id, failing);
  t.is(await claimWebhook(pool, []), undefined);
});

test('two processes never send to one webhook at the same time, and nothing twice', async (t) => {
  let inFlight = 0;
  let most = 0;
  const receiver = await startReceiver(t, (response) => {
    inFlight += 1;
    most = Math.max(most, inFlight);
    setImmediate(() => {
      inFlight -= 1;
      response.end();
    });
  });
  const sending = await openSending(t);
  await addWebhook(sending, { url: receiver.url() });
  const other = sending.anotherSender();
  const ids = await publish(sending, { count: 300 });
  await fanOutUntil(sending, 300);
  await until(async () => {
    await Promise.all([sending.sender.flush(), other.flush(), sending.sender.flush()]);
    return receiver.received.length >= 300;
  });
  t.is(most, 1);
  t.deepEqual(receiver.ids(), ids);
});

test('what a process has claimed is sent by another one when the claim has expired', async (t) => {
  const receiver = await startReceiver(t);
  const sending = await openSending(t);
  const { id } = await addWebhook(sending, { url: receiver.url() });
  const ids = await publish(sending, { count: 2 });
  await fanOutUntil(sending, 2);
  // This process is killed here.
  t.is((await claimWebhook(sending.pool, []))?.id, id);
  await sending.sender.flush();
  t.deepEqual(receiver.received, []);
  await passTime(sending, 121);
  await sending.sender.flush();
  t.deepEqual(receiver.ids(), ids);
});

test('a paused webhook gets nothing, and one that is paused while events are sent gets little more', async (t) => {
  const sending = await openSending(t);
  let paused: Promise<unknown> | undefined;
  const receiver = await startReceiver(t, (response) => {
    paused ??= sending.db.webhook.updateMany({ data: { status: 'PAUSED' } });
    void paused.then(() => response.end());
  });
  await addWebhook(sending, { url: receiver.url() });
  await publish(sending, { count: 120 });
  await fanOutUntil(sending, 120);
  await sending.sender.flush();
  t.true(receiver.received.length <= 50, String(receiver.received.length));
  const sent = receiver.received.length;
  await sending.sender.flush();
  t.is(receiver.received.length, sent);
});

test('when the server closes, an attempt in flight is given up without counting as failed', async (t) => {
  const receiver = await startReceiver(t, () => undefined);
  const sending = await openSending(t, { attemptMilliseconds: 60_000 });
  const { id } = await addWebhook(sending, { url: receiver.url() });
  await publish(sending);
  await fanOutUntil(sending, 1);
  sending.sender.sendSoon();
  await until(async () => receiver.received.length === 1);
  await sending.sender.stop();
  t.like(await sending.db.webhook.findUniqueOrThrow({ where: { id } }), { failures: 0, claimedUntil: null });
  t.like(await sending.db.webhookDelivery.findFirstOrThrow(), { status: 'PENDING', attempts: 0, lastError: null });
});
