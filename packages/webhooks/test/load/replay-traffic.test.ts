import { randomUUID } from 'node:crypto';
import type { UserPrincipal } from '@org/identity-core';
import { until } from '@org/identity-testing/until';
import { startReceiver } from '@org/identity-testing/webhook-receiver';
import test, { type ExecutionContext } from 'ava';
import { replayEvents } from '../../src/deliveries/replay-events.js';
import { addTenant, addWebhook, fanOutUntil, openSending, publish, type Sending } from '../support/sending.js';

const operator: UserPrincipal = {
  kind: 'user',
  origin: { kind: 'own' },
  userId: randomUUID(),
  clientId: 'test',
  applicationId: null,
  scopes: [],
  firstParty: true,
  superAdmin: true,
  sessionUid: null,
  secondFactor: true,
  tenant: null,
};

/** A receiver that notes when each request arrived. */
async function startClock(t: ExecutionContext) {
  const at: number[] = [];
  const receiver = await startReceiver(t, (response) => {
    at.push(performance.now());
    response.end();
  });
  /** The most requests within a second. */
  const most = () => Math.max(...at.map((start) => at.filter((time) => time >= start && time < start + 1_000).length));
  return { ...receiver, at, most };
}

function replay(sending: Sending, { tenantId, webhookId }: { tenantId: string; webhookId: string }) {
  const since = new Date(Date.now() - 60_000);
  const services = { db: sending.db, events: sending.events, sendSoon: () => {} };
  return replayEvents(services, { tenantId, principal: operator, webhookId, since });
}

test('five replays at once in two processes send 20 requests a second to their host', async (t) => {
  const receiver = await startClock(t);
  const sending = await openSending(t, { sendLimits: {} });
  const other = sending.anotherSender();
  const tenantId = await addTenant(sending);
  await publish(sending, { count: 8, tenantId });
  const paths = ['/1', '/2', '/3', '/4', '/5'];
  for (const path of paths) {
    const { id } = await addWebhook(sending, { tenantId, url: receiver.url(path), events: ['tenant.updated'] });
    t.deepEqual(await replay(sending, { tenantId, webhookId: id }), { count: 8 });
    await t.throwsAsync(replay(sending, { tenantId, webhookId: id }), { code: 'REPLAY_RUNNING' });
  }
  sending.sender.sendSoon();
  other.sendSoon();
  await until(async () => receiver.received.length === 40);
  t.true(receiver.most() <= 20, String(receiver.most()));
  // In order, each once.
  const [first = ''] = paths;
  t.is(new Set(receiver.ids(first)).size, 8);
  for (const path of paths) t.deepEqual(receiver.ids(path), receiver.ids(first));
  await until(async () => (await sending.db.webhook.count({ where: { dueAt: { not: null } } })) === 0);
  const [{ id: webhookId = '' } = {}] = await sending.db.webhook.findMany();
  t.deepEqual(await replay(sending, { tenantId, webhookId }), { count: 8 });
});

test('new events overtake a replay, and other tenants and hosts do not notice it', async (t) => {
  const receiver = await startClock(t);
  const sending = await openSending(t, { sendLimits: {} });
  const [tenantId, otherTenant] = [await addTenant(sending), await addTenant(sending)];
  await publish(sending, { count: 100, tenantId });
  const { id: webhookId } = await addWebhook(sending, { tenantId, url: receiver.url('/busy') });
  await addWebhook(sending, { tenantId, url: receiver.url('/neighbour') });
  await addWebhook(sending, { tenantId: otherTenant, url: receiver.url('/other-tenant') });
  await addWebhook(sending, { tenantId, url: receiver.url('/other-host').replace('127.0.0.1', 'localhost') });
  await sending.db.webhook.updateMany({ where: { NOT: { id: webhookId } }, data: { events: ['tenant.updated'] } });
  t.deepEqual(await replay(sending, { tenantId, webhookId }), { count: 100 });
  sending.sender.sendSoon();
  await until(async () => receiver.received.length >= 15);
  const before = receiver.received.length;
  t.true(before <= 20, String(before));
  const [id] = await publish(sending, { tenantId });
  const [otherId] = await publish(sending, { tenantId: otherTenant });
  await fanOutUntil(sending, 105);
  sending.sender.sendSoon();
  const paths = ['/neighbour', '/other-host'] as const;
  await until(async () => receiver.ids('/busy').includes(id ?? '') && paths.every((path) => receiver.ids(path).length));
  await until(async () => receiver.ids('/other-tenant').length === 1);
  for (const path of paths) t.deepEqual(receiver.ids(path), [id]);
  t.deepEqual(receiver.ids('/other-tenant'), [otherId]);
  // Most of the replay still waits.
  t.true(receiver.ids('/busy').length < 60, String(receiver.ids('/busy').length));
  t.true(receiver.most() <= 24, String(receiver.most()));
});
