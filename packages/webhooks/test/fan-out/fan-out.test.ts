import { randomUUID } from 'node:crypto';
import { silentLogger } from '@org/identity-core';
import { endOfFeed, feedStart } from '@org/identity-prisma';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import { ensureCursor, moveCursor } from '../../src/fan-out/cursor.js';
import { fanOut } from '../../src/fan-out/fan-out.js';
import { fanOutAll } from '../../src/fan-out/fan-out-loop.js';
import { addTenant, addWebhook, fanOutUntil, openSending, publish, type Sending } from '../support/sending.js';

async function deliveriesOf({ db }: Sending, webhookId: string): Promise<string[]> {
  const rows = await db.webhookDelivery.findMany({
    where: { webhookId },
    orderBy: [{ horizon: 'asc' }, { seq: 'asc' }],
  });
  return rows.map(({ eventId }) => eventId);
}

/** Waits until the cursor is behind an event that no test looks at. */
async function catchUp(sending: Sending): Promise<void> {
  const [last = ''] = await publish(sending);
  const { id } = await addWebhook(sending, { url: 'https://last.test/' });
  await sending.pool.query('UPDATE identity.webhooks SET since_seq = 0 WHERE id = $1', [id]);
  await until(async () => {
    await fanOutAll({ pool: sending.pool, logger: silentLogger, onDue: () => {} });
    return (await deliveriesOf(sending, id)).includes(last);
  });
  await sending.db.webhook.delete({ where: { id } });
}

test('a webhook gets the events of its tenant that it names, and one of the platform gets all', async (t) => {
  const sending = await openSending(t);
  const [tenantId, otherId] = [await addTenant(sending), await addTenant(sending)];
  const url = 'https://receiver.test/';
  const own = await addWebhook(sending, { url, tenantId, events: ['tenant.*'] });
  const unwanted = await addWebhook(sending, { url, tenantId, events: ['seat.granted'] });
  const platform = await addWebhook(sending, { url });
  const paused = await addWebhook(sending, { url, tenantId });
  await sending.db.webhook.update({ where: { id: paused.id }, data: { status: 'PAUSED' } });
  const [first = ''] = await publish(sending, { tenantId });
  const [second = ''] = await publish(sending, { tenantId: otherId });
  const [third = ''] = await publish(sending);
  await fanOutUntil(sending, 4);
  t.deepEqual(await deliveriesOf(sending, own.id), [first]);
  t.deepEqual(await deliveriesOf(sending, unwanted.id), []);
  t.deepEqual(await deliveriesOf(sending, paused.id), []);
  t.deepEqual(await deliveriesOf(sending, platform.id), [first, second, third]);
  const due = await sending.db.webhook.findMany({ where: { dueAt: { not: null } }, select: { id: true } });
  t.deepEqual(due.map(({ id }) => id).sort(), [own.id, platform.id].sort());
});

test('a webhook gets neither what was written before it, nor its own creation, nor tests', async (t) => {
  const sending = await openSending(t);
  const earlier = await addWebhook(sending, { url: 'https://receiver.test/' });
  await publish(sending);
  const { id } = await addWebhook(sending, { url: 'https://receiver.test/' });
  const actor = { kind: 'system', id: null } as const;
  await sending.db.$transaction(async (tx) => {
    const event = { tenantId: null, actor, subjectId: id, data: {} };
    await sending.events.publish(tx, { ...event, type: 'webhook.created' });
    await sending.events.publish(tx, { ...event, type: 'webhook.test' });
  });
  const [last] = await publish(sending);
  // The one before, the creation, and the last one.
  await fanOutUntil(sending, 4);
  t.deepEqual(await deliveriesOf(sending, id), [last]);
  t.is((await deliveriesOf(sending, earlier.id)).length, 3);
});

test('one process at a time fans out, and many at once add nothing twice', async (t) => {
  const sending = await openSending(t);
  const pools = [sending.pool, sending.openAgain().pool, sending.openAgain().pool];
  const hooks = await Promise.all([1, 2, 3].map(() => addWebhook(sending, { url: 'https://receiver.test/' })));
  const ids = await publish(sending, { count: 60 });
  await until(async () => {
    await Promise.all([...pools, ...pools].map((pool) => fanOutAll({ pool, logger: silentLogger, onDue: () => {} })));
    return (await sending.db.webhookDelivery.count()) >= 180;
  });
  for (const { id } of hooks) t.deepEqual(await deliveriesOf(sending, id), ids);
});

test('while another process fans out, nothing is done and nobody waits', async (t) => {
  const sending = await openSending(t);
  await addWebhook(sending, { url: 'https://receiver.test/' });
  const client = await sending.pool.connect();
  await client.query('BEGIN');
  await client.query("SELECT 1 FROM identity.feed_readers WHERE name = 'webhooks' FOR UPDATE");
  await publish(sending);
  t.deepEqual(await fanOut(sending.pool), { more: false, due: false, taken: true });
  await client.query('ROLLBACK');
  client.release();
  await fanOutUntil(sending, 1);
  t.pass();
});

test('events that are read again, such as after the cursor was moved back, are not added twice', async (t) => {
  const sending = await openSending(t);
  const { id } = await addWebhook(sending, { url: 'https://receiver.test/' });
  const ids = await publish(sending, { count: 3 });
  await fanOutUntil(sending, 3);
  const client = await sending.pool.connect();
  await moveCursor(client, feedStart);
  client.release();
  await catchUp(sending);
  t.deepEqual((await deliveriesOf(sending, id)).slice(0, 3), ids);
  t.is((await deliveriesOf(sending, id)).length, 4);
});

test('without webhooks the cursor is moved in large steps, and a webhook that is created then misses nothing', async (t) => {
  const sending = await openSending(t);
  const position = async () => {
    const { horizon, seq } = await sending.db.feedReader.findUniqueOrThrow({ where: { name: 'webhooks' } });
    return { horizon, seq };
  };
  const certain = async () => (await endOfFeed(sending.pool)).horizon;
  await publish(sending, { count: 3 });
  const before = await certain();
  const client = await sending.pool.connect();
  await moveCursor(client, { ...feedStart, horizon: before - 5_000n });
  client.release();
  t.deepEqual(await fanOut(sending.pool), { more: false, due: false, taken: false });
  const end = await position();
  t.true(end.horizon >= before && end.horizon <= (await certain()));
  await fanOut(sending.pool);
  t.deepEqual(await position(), end, 'a small step is not written');
  const { id } = await addWebhook(sending, { url: 'https://receiver.test/' });
  const ids = await publish(sending, { count: 2 });
  await fanOutUntil(sending, 2);
  t.deepEqual(await deliveriesOf(sending, id), ids);
});

test('a cursor that is missing begins at the end, once', async (t) => {
  const sending = await openSending(t);
  await publish(sending);
  await sending.db.feedReader.deleteMany();
  await Promise.all(Array.from({ length: 5 }, () => ensureCursor(sending.pool)));
  const { id } = await addWebhook(sending, { url: 'https://receiver.test/' });
  const ids = await publish(sending);
  await fanOutUntil(sending, 1);
  t.deepEqual(await deliveriesOf(sending, id), ids);
});

test('a new event makes a webhook due that only waits to repeat an old one', async (t) => {
  const sending = await openSending(t);
  const { id } = await addWebhook(sending, { url: 'https://receiver.test/' });
  const later = new Date(Date.now() + 60 * 60 * 1000);
  await sending.db.webhook.update({ where: { id }, data: { dueAt: later, failures: 1 } });
  await publish(sending);
  await fanOutUntil(sending, 1);
  const { dueAt } = await sending.db.webhook.findUniqueOrThrow({ where: { id } });
  t.true(dueAt !== null && dueAt < later);
});

test('a webhook of a deleted tenant does not stop the others', async (t) => {
  const sending = await openSending(t);
  const tenantId = await addTenant(sending, randomUUID());
  await addWebhook(sending, { url: 'https://receiver.test/', tenantId });
  const { id } = await addWebhook(sending, { url: 'https://receiver.test/' });
  const ids = await publish(sending, { tenantId });
  await sending.db.tenant.delete({ where: { id: tenantId } });
  await fanOutUntil(sending, 1);
  t.deepEqual(await deliveriesOf(sending, id), ids);
});
