import { until } from '@org/identity-testing/until';
import { startReceiver } from '@org/identity-testing/webhook-receiver';
import test from 'ava';
import { lastEvent } from '../support/platform-api.js';
import { addDelivery, addEvent, codeOf, day, hook, server, webhookScene } from '../support/webhook-tests.js';

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);
const hour = 3_600_000;

test('a replay delivers every matching event since then again, once each', async (t) => {
  const { tenant, api, create } = await webhookScene();
  const other = await webhookScene();
  const add = (type: string, occurredAt: Date) => addEvent(tenant.id, { type, occurredAt });
  const old = await add('seat.granted', ago(5 * hour));
  const finished = await add('seat.granted', ago(3 * hour));
  const waiting = await add('seat.revoked', ago(2 * hour));
  const missing = await add('tenant.updated', ago(hour));
  await add('member.added', ago(hour));
  await addEvent(other.tenant.id, { occurredAt: ago(hour) });
  await addEvent(null, { occurredAt: ago(hour) });
  // It gets only events from after it was created by itself.
  const id = await create({ events: ['seat.*', 'tenant.updated'] });
  const first = await addDelivery(id, { eventId: finished, status: 'DELIVERED', attempts: 4 });
  const second = await addDelivery(id, { eventId: waiting, attempts: 4 });
  const untouched = await addDelivery(id, { eventId: old, status: 'FAILED', attempts: 12 });

  const since = ago(4 * hour).toISOString();
  const { status, body } = await api('POST', `/${id}/replay`, { since });
  t.deepEqual([status, body], [202, { count: 3 }]);
  t.deepEqual(await lastEvent(server, 'webhook.replayed', id), {
    actorKind: 'user',
    actorId: tenant.owner.userId,
    tenantId: tenant.id,
    data: { since, count: 3 },
  });
  const { db } = server.identity;
  const rows = await db.webhookDelivery.findMany({ where: { webhookId: id } });
  t.is(rows.length, 4);
  const of = (eventId: string) => rows.find((row) => row.eventId === eventId);
  t.like(of(old), { id: untouched.id, status: 'FAILED', attempts: 12 });
  t.like(of(finished), { id: first.id, status: 'PENDING' });
  t.true((of(finished)?.attempts ?? 9) <= 1);
  t.like(of(waiting), { id: second.id, status: 'PENDING', dueAt: second.dueAt });
  t.true((of(waiting)?.attempts ?? 0) >= 4);
  t.like(of(missing), { status: 'PENDING', type: 'tenant.updated' });
  const [position] = await db.$queryRaw<{ horizon: bigint; seq: bigint }[]>`
    SELECT horizon, seq FROM identity.events WHERE id = ${missing}::uuid`;
  t.like(of(missing), position ?? {});

  // Nobody listens there: the first attempts of both end soon.
  const untried = { webhookId: id, replayed: true, attempts: 0 };
  await until(async () => (await db.webhookDelivery.count({ where: untried })) === 0);
  t.deepEqual((await api('POST', `/${id}/replay`, { since })).body, { count: 3 });
  t.is(await db.webhookDelivery.count({ where: { webhookId: id } }), 4);
});

test('a replay without matching events sends nothing', async (t) => {
  const { api, create } = await webhookScene();
  const id = await create();
  const { status, body } = await api('POST', `/${id}/replay`, { since: ago(29 * day).toISOString() });
  t.deepEqual([status, body], [202, { count: 0 }]);
  const { dueAt } = await server.identity.db.webhook.findUniqueOrThrow({ where: { id } });
  t.is(dueAt, null);
});

test('tests are never replayed, not even for all events', async (t) => {
  const { tenant, api, create } = await webhookScene();
  const id = await create();
  await api('POST', `/${id}/test`);
  await addEvent(tenant.id, { type: 'webhook.test' });
  const all = await create({ events: ['webhook.test'] });
  t.deepEqual((await api('POST', `/${all}/replay`, { since: ago(hour).toISOString() })).body, { count: 0 });
});

test('a replay goes back 30 days at most, and not into the future', async (t) => {
  const { api, create } = await webhookScene();
  const id = await create();
  const good = [ago(30 * day - 60_000).toISOString(), ago(0).toISOString()];
  for (const since of good) t.is((await api('POST', `/${id}/replay`, { since })).status, 202, since);
  const bad = [
    ago(30 * day + 60_000).toISOString(),
    ago(-60_000).toISOString(),
    '1970-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2026-01-01',
    'yesterday',
    '',
    null,
    0,
    Date.now(),
    [ago(hour).toISOString()],
    {},
  ];
  for (const since of bad) {
    const answer = await api('POST', `/${id}/replay`, { since });
    t.deepEqual(codeOf(answer), [422, 'VALIDATION_FAILED'], JSON.stringify(since));
  }
  for (const body of [{}, { since: good[0], until: good[1] }])
    t.deepEqual(codeOf(await api('POST', `/${id}/replay`, body)), [422, 'VALIDATION_FAILED']);
});

test('a replay takes 10,000 events at most, in the order of sending', async (t) => {
  const { tenant, api, create } = await webhookScene();
  const { db } = server.identity;
  const write = (count: number) => db.$executeRaw`
    INSERT INTO identity.events (id, type, tenant_id, actor_kind)
    SELECT (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') || '7'
            || substr(md5(random()::text || n), 1, 3) || '8' || substr(md5(random()::text || n), 1, 15))::uuid,
           'seat.granted', ${tenant.id}::uuid, 'system'
    FROM generate_series(1, ${count}::int) n`;
  await write(10_000);
  const id = await create({ events: ['seat.granted'] });
  const since = ago(hour).toISOString();
  t.deepEqual((await api('POST', `/${id}/replay`, { since })).body, { count: 10_000 });
  const [rows] = await db.$queryRaw<{ count: number; ordered: boolean }[]>`
    SELECT count(*)::int AS count, bool_and(later) AS ordered FROM (
      SELECT id > lag(id, 1, '00000000-0000-0000-0000-000000000000') OVER (ORDER BY horizon, seq) AS later
      FROM identity.webhook_deliveries WHERE webhook_id = ${id}::uuid) found`;
  t.deepEqual(rows, { count: 10_000, ordered: true });

  await write(1);
  const second = await create({ events: ['seat.granted'] });
  const refused = await api('POST', `/${second}/replay`, { since });
  t.deepEqual(codeOf(refused), [422, 'VALIDATION_FAILED']);
  t.regex(String(refused.body['message']), /later time/u);
  t.is(await db.webhookDelivery.count({ where: { webhookId: second } }), 0);
});

test('replays of one webhook are limited, also when they come at once', async (t) => {
  const { api, create } = await webhookScene();
  const id = await create(hook);
  const body = { since: ago(hour).toISOString() };
  await api('POST', `/${id}/replay`, body);
  const key = `webhook_replays:${id}`;
  await server.identity.db.$executeRaw`UPDATE identity.rate_limits SET points = 59 WHERE key = ${key}`;
  const answers = await Promise.all([1, 2, 3].map(() => api('POST', `/${id}/replay`, body)));
  t.deepEqual(answers.map(({ status }) => status).sort(), [202, 429, 429]);
});

test('a webhook has one replay at a time, also when they come at once', async (t) => {
  const { tenant, api, create } = await webhookScene();
  for (let count = 0; count < 5; count += 1) await addEvent(tenant.id);
  // It responds when the test says so.
  const waiting: (() => void)[] = [];
  let responds = false;
  const receiver = await startReceiver(t, (response) => {
    if (responds) response.end();
    else waiting.push(() => response.end());
  });
  const id = await create({ url: receiver.url(), events: ['seat.granted'] });
  const body = { since: ago(hour).toISOString() };
  const replay = () => api('POST', `/${id}/replay`, body);
  const answers = await Promise.all([1, 2, 3, 4].map(replay));
  const accepted = answers.filter(({ status }) => status === 202);
  t.deepEqual(
    accepted.map((answer) => answer.body),
    [{ count: 5 }],
  );
  for (const answer of answers.filter(({ status }) => status !== 202))
    t.deepEqual(codeOf(answer), [409, 'REPLAY_RUNNING']);
  const { db } = server.identity;
  t.is(await db.webhookDelivery.count({ where: { webhookId: id } }), 5);
  // One that is refused does not count for the limit of an hour.
  const [counted] = await db.$queryRaw<{ points: number }[]>`
    SELECT points FROM identity.rate_limits WHERE key = ${`webhook_replays:${id}`}`;
  t.is(counted?.points, 1);
  responds = true;
  await until(async () => {
    for (const respond of waiting.splice(0)) respond();
    return (await db.webhookDelivery.count({ where: { webhookId: id, status: 'DELIVERED' } })) === 5;
  });
  t.deepEqual(await replay().then(({ status, body }) => [status, body]), [202, { count: 5 }]);
});
