import test from 'ava';
import { lastEvent } from '../support/platform-api.js';
import { addDelivery, codeOf, day, iso, rowOf, server, webhookScene } from '../support/webhook-tests.js';

type Entry = Record<string, unknown>;

test('a test makes one delivery of a webhook.test event, for this webhook only', async (t) => {
  const { tenant, api, create } = await webhookScene();
  const id = await create();
  const other = await create({ events: ['webhook.test', 'webhook.*', '*'] });
  const { status, body } = await api('POST', `/${id}/test`);
  t.is(status, 202);
  t.deepEqual(Object.keys(body), ['deliveryId']);
  const { db } = server.identity;
  const delivery = await db.webhookDelivery.findUniqueOrThrow({ where: { id: String(body['deliveryId']) } });
  t.like(delivery, { webhookId: id, type: 'webhook.test' });
  const [event] = await db.$queryRaw<Entry[]>`
    SELECT type, tenant_id, actor_kind, actor_id, subject_id, data, horizon, seq FROM identity.events
    WHERE id = ${delivery.eventId}::uuid`;
  t.deepEqual(event, {
    type: 'webhook.test',
    tenant_id: tenant.id,
    actor_kind: 'user',
    actor_id: tenant.owner.userId,
    subject_id: id,
    data: {},
    horizon: delivery.horizon,
    seq: delivery.seq,
  });
  t.true(delivery.horizon > 0n && delivery.seq > 0n);
  t.not((await rowOf(id)).dueAt, null);
  t.is(await db.webhookDelivery.count({ where: { eventId: delivery.eventId, webhookId: other } }), 0);
});

test('a webhook can be tested 60 times an hour', async (t) => {
  const { api, create } = await webhookScene();
  const id = await create();
  const { db } = server.identity;
  await api('POST', `/${id}/test`);
  await db.$executeRaw`UPDATE identity.rate_limits SET points = 59 WHERE key = ${`webhook_tests:${id}`}`;
  const answers = await Promise.all([1, 2, 3].map(() => api('POST', `/${id}/test`)));
  const codes = answers.map(({ status }) => status).sort();
  t.deepEqual(codes, [202, 429, 429]);
  const refused = answers.find(({ status }) => status === 429);
  t.true(Number(refused?.headers.get('retry-after')) > 3000);
  t.is(await db.webhookDelivery.count({ where: { webhookId: id } }), 2);
  t.is((await api('POST', `/${await create()}/test`)).status, 202);
});

test('deliveries are listed newest first, by status and by page', async (t) => {
  const { api, create } = await webhookScene();
  const id = await create();
  const { db } = server.identity;
  const pending = await addDelivery(id, { attempts: 3 });
  const failed = await addDelivery(id, { status: 'FAILED', attempts: 12 });
  const response = { responseStatus: 204, responseBody: 'fine', lastError: 'not shown' };
  const delivered = await addDelivery(id, { status: 'DELIVERED', attempts: 1 });
  await db.webhookDelivery.update({ where: { id: delivered.id }, data: response });
  const shown = (row: typeof pending, changes: object = {}) => ({
    id: row.id,
    eventId: row.eventId,
    type: row.type,
    status: row.status,
    attempts: row.attempts,
    responseStatus: null,
    responseBody: null,
    nextAttemptAt: null,
    createdAt: row.createdAt.toISOString(),
    ...changes,
  });
  const entries = [
    shown(delivered, { responseStatus: 204, responseBody: 'fine' }),
    shown(failed),
    shown(pending, { nextAttemptAt: pending.dueAt.toISOString() }),
  ];
  const all = await api('GET', `/${id}/deliveries`);
  t.deepEqual(all.body, { deliveries: entries, pagination: { page: 1, limit: 20, total: 3, pages: 1 } });
  for (const [index, status] of ['DELIVERED', 'FAILED', 'PENDING'].entries()) {
    const { body } = await api('GET', `/${id}/deliveries?status=${status}`);
    t.deepEqual(body['deliveries'], [entries[index]]);
    t.like(body['pagination'], { total: 1 });
  }
  const second = await api('GET', `/${id}/deliveries?page=2&limit=2`);
  t.deepEqual(second.body, { deliveries: [entries[2]], pagination: { page: 2, limit: 2, total: 3, pages: 2 } });
  t.deepEqual((await api('GET', `/${id}/deliveries?page=9`)).body['deliveries'], []);
  for (const query of [
    'status=NEW',
    'status=',
    'page=0',
    'limit=101',
    'limit=x',
    'after=1',
    'status=FAILED&status=FAILED',
  ])
    t.deepEqual(codeOf(await api('GET', `/${id}/deliveries?${query}`)), [422, 'VALIDATION_FAILED'], query);
});

test('a finished delivery is sent again from the start', async (t) => {
  const { tenant, api, create } = await webhookScene();
  const { db } = server.identity;
  for (const status of ['FAILED', 'DELIVERED'] as const) {
    const id = await create();
    const { id: deliveryId } = await addDelivery(id, { status, attempts: 12 });
    await db.webhookDelivery.update({
      where: { id: deliveryId },
      data: { responseStatus: 500, responseBody: 'no', lastError: 'no' },
    });
    const { status: code, body } = await api('POST', `/${id}/deliveries/${deliveryId}/redeliver`);
    t.deepEqual([code, body], [202, { deliveryId }]);
    const after = await db.webhookDelivery.findUniqueOrThrow({ where: { id: deliveryId } });
    t.is(after.status, 'PENDING');
    t.true(after.attempts <= 1);
    t.like(after, { responseStatus: null, responseBody: null });
    t.true(after.dueAt < new Date(Date.now() + day / 2));
    t.not((await rowOf(id)).dueAt, null);
    t.deepEqual(await lastEvent(server, 'webhook.redelivered', id), {
      actorKind: 'user',
      actorId: tenant.owner.userId,
      tenantId: tenant.id,
      data: { deliveryId },
    });
  }
});

test('a delivery that waits for its next attempt is sent now, and keeps its attempts', async (t) => {
  const { api, create } = await webhookScene();
  const id = await create();
  const { id: deliveryId, dueAt } = await addDelivery(id, { attempts: 5 });
  t.is((await api('POST', `/${id}/deliveries/${deliveryId}/redeliver`)).status, 202);
  const after = await server.identity.db.webhookDelivery.findUniqueOrThrow({ where: { id: deliveryId } });
  t.true(after.dueAt < dueAt);
  t.true(after.attempts >= 5);
});

test('an event that is no longer stored cannot be sent again', async (t) => {
  const { api, create } = await webhookScene();
  const id = await create();
  const { id: deliveryId, eventId } = await addDelivery(id, { status: 'FAILED' });
  await server.identity.db.event.delete({ where: { id: eventId } });
  t.deepEqual(codeOf(await api('POST', `/${id}/deliveries/${deliveryId}/redeliver`)), [410, 'EVENT_GONE']);
});

test('a delivery of another webhook of the same tenant is not found', async (t) => {
  const { api, create } = await webhookScene();
  const { id } = await addDelivery(await create(), { status: 'FAILED' });
  t.deepEqual(codeOf(await api('POST', `/${await create()}/deliveries/${id}/redeliver`)), [404, 'DELIVERY_NOT_FOUND']);
});

test('nothing is sent to a paused webhook', async (t) => {
  const { api, create } = await webhookScene();
  const id = await create();
  const { id: deliveryId } = await addDelivery(id, { status: 'FAILED' });
  await api('PATCH', `/${id}`, { status: 'PAUSED' });
  const since = new Date(Date.now() - 1000).toISOString();
  for (const [below, body] of [['/test'], [`/deliveries/${deliveryId}/redeliver`], ['/replay', { since }]] as const)
    t.deepEqual(codeOf(await api('POST', `/${id}${below}`, body)), [409, 'WEBHOOK_PAUSED'], below);
  t.is(await server.identity.db.webhookDelivery.count({ where: { webhookId: id, status: 'PENDING' } }), 0);
});

test('a time in a response is in UTC with milliseconds', async (t) => {
  const { api, create } = await webhookScene();
  const id = await create();
  await addDelivery(id);
  const [entry] = (await api('GET', `/${id}/deliveries`)).body['deliveries'] as Entry[];
  for (const name of ['nextAttemptAt', 'createdAt']) t.regex(String(entry?.[name]), iso);
});
