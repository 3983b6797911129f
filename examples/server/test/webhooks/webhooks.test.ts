import test from 'ava';
import { random } from '../support/licensing-api.js';
import { lastEvent } from '../support/platform-api.js';
import { addDelivery, codeOf, day, hook, iso, rowOf, server, webhookScene } from '../support/webhook-tests.js';

test('a webhook is created, shown, listed and deleted; its secret is shown once', async (t) => {
  const { tenant, api } = await webhookScene();
  const created = await api('POST', '', { ...hook, description: '  Billing  ' });
  t.is(created.status, 201);
  const { secret, ...webhook } = created.body;
  t.regex(String(secret), /^whsec_[A-Za-z0-9+/]{43}=$/u);
  const { id, createdAt, ...rest } = webhook;
  t.deepEqual(rest, { ...hook, description: 'Billing', status: 'ACTIVE', failingSince: null });
  t.regex(String(createdAt), iso);

  const second = (await api('POST', '', { ...hook, events: ['*'] })).body;
  t.is(second['description'], null);
  const shown = await api('GET', `/${id}`);
  t.deepEqual([shown.status, shown.body], [200, webhook]);
  const listed = await api('GET');
  t.is(listed.status, 200);
  t.deepEqual(Object.keys(listed.body), ['webhooks']);
  const ids = (listed.body['webhooks'] as { id: string }[]).map((entry) => entry.id);
  t.deepEqual(ids, [id, second['id']]);
  t.false(JSON.stringify([listed.body, shown.body]).includes('secret'));

  const actor = { actorKind: 'user', actorId: tenant.owner.userId, tenantId: tenant.id };
  t.deepEqual(await lastEvent(server, 'webhook.created', id), { ...actor, data: { events: hook.events } });
  const deleted = await api('DELETE', `/${id}`);
  t.deepEqual(
    [deleted.status, Object.keys(deleted.body), deleted.body['success']],
    [200, ['success', 'message'], true],
  );
  t.deepEqual(await lastEvent(server, 'webhook.deleted', id), { ...actor, data: {} });
  for (const method of ['GET', 'DELETE']) t.deepEqual(codeOf(await api(method, `/${id}`)), [404, 'WEBHOOK_NOT_FOUND']);
});

test('the stored secret is encrypted', async (t) => {
  const { api } = await webhookScene();
  const { id, secret } = (await api('POST', '', hook)).body;
  const plain = Buffer.from(String(secret).slice('whsec_'.length), 'base64');
  t.is(plain.length, 32);
  t.is(Buffer.from((await rowOf(id)).secret).indexOf(plain), -1);
});

test('a change names what changed in its event; without a change there is no event', async (t) => {
  const { tenant, api, create } = await webhookScene();
  const id = await create({ description: 'One' });
  const before = (await api('GET', `/${id}`)).body;
  const events = () => server.identity.db.event.count({ where: { tenantId: tenant.id, type: 'webhook.updated' } });
  for (const body of [hook, { description: 'One' }, { status: 'ACTIVE' }]) {
    const same = await api('PATCH', `/${id}`, body);
    t.deepEqual([same.status, same.body], [200, before], JSON.stringify(body));
  }
  t.is(await events(), 0);

  const changes = { url: 'https://example.com/in?a=1', events: ['seat.*', 'member.removed'], description: null };
  const changed = await api('PATCH', `/${id}`, changes);
  t.deepEqual([changed.status, changed.body], [200, { ...before, ...changes }]);
  t.deepEqual((await lastEvent(server, 'webhook.updated', id)).data, {
    changed: ['url', 'events', 'description'],
    status: 'ACTIVE',
  });
  t.deepEqual((await api('PATCH', `/${id}`, { status: 'PAUSED', ...changes })).body['status'], 'PAUSED');
  t.deepEqual((await lastEvent(server, 'webhook.updated', id)).data, { changed: ['status'], status: 'PAUSED' });
  t.is(await events(), 2);
});

const failing = { failingSince: new Date('2030-01-02T03:04:05.678Z'), failures: 7, slow: true };

test('a webhook that starts again forgets its failures, and is due if something waits', async (t) => {
  const { api, create } = await webhookScene();
  const { db } = server.identity;
  for (const waits of [true, false]) {
    const id = await create();
    await addDelivery(id, { status: 'FAILED' });
    if (waits) await addDelivery(id);
    const dueAt = new Date(Date.now() + 2 * day);
    await db.webhook.update({ where: { id }, data: { ...failing, status: 'PAUSED', dueAt } });
    t.is((await api('GET', `/${id}`)).body['failingSince'], failing.failingSince.toISOString());
    const { body } = await api('PATCH', `/${id}`, { status: 'ACTIVE' });
    t.deepEqual([body['status'], body['failingSince']], ['ACTIVE', null]);
    const after = await rowOf(id);
    t.like(after, { failures: 0, slow: false });
    if (waits) t.true(after.dueAt !== null && after.dueAt < dueAt);
    else t.is(after.dueAt, null);
  }
});

test('a new URL forgets the failures of the one before; other changes do not', async (t) => {
  const { api, create } = await webhookScene();
  const id = await create();
  await server.identity.db.webhook.update({ where: { id }, data: failing });
  // No event that it wants happens here: an attempt would change what is compared.
  await api('PATCH', `/${id}`, { description: 'New', events: ['signing_key.announced'], url: hook.url });
  t.like(await rowOf(id), failing);
  const { body } = await api('PATCH', `/${id}`, { url: `${hook.url}?new` });
  t.is(body['failingSince'], null);
  t.like(await rowOf(id), { failingSince: null, failures: 0, slow: true });
});

test('a paused webhook keeps what waits', async (t) => {
  const { api, create } = await webhookScene();
  const id = await create();
  await addDelivery(id);
  await api('PATCH', `/${id}`, { status: 'PAUSED' });
  const { body } = await api('GET', `/${id}/deliveries?status=PENDING`);
  t.like(body['pagination'], { total: 1 });
});

test('a rotated secret is shown once; the one before stays until the grace ends, an older one does not', async (t) => {
  const { tenant, api } = await webhookScene();
  const { secret: first, ...webhook } = (await api('POST', '', hook)).body;
  const id = webhook['id'];
  const stored = await rowOf(id);

  const started = Date.now();
  const { status, body } = await api('POST', `/${id}/rotate-secret`);
  const { secret: second, ...rest } = body;
  t.deepEqual([status, rest], [200, webhook]);
  t.regex(String(second), /^whsec_/u);
  t.not(second, first);
  const rotated = await rowOf(id);
  t.deepEqual(rotated.oldSecret, stored.secret);
  const until = rotated.oldSecretUntil?.getTime() ?? 0;
  t.true(until >= started + day && until <= Date.now() + day);
  t.deepEqual(await lastEvent(server, 'webhook.secret_rotated', id), {
    actorKind: 'user',
    actorId: tenant.owner.userId,
    tenantId: tenant.id,
    data: { previousUntil: rotated.oldSecretUntil?.toISOString() },
  });

  const third = (await api('POST', `/${id}/rotate-secret`, { graceSeconds: 604_800 })).body['secret'];
  t.not(third, second);
  t.deepEqual((await rowOf(id)).oldSecret, rotated.secret);
  t.is((await api('POST', `/${id}/rotate-secret`, { graceSeconds: 0 })).status, 200);
  t.like(await rowOf(id), { oldSecret: null, oldSecretUntil: null });
});

test('a rehearsal has no secret and changes nothing', async (t) => {
  const { api, create } = await webhookScene();
  const id = await create();
  for (const path of ['', `/${id}/rotate-secret`]) {
    const { status, body } = await api('POST', `${path}?rehearse=true`, path === '' ? hook : {});
    t.is(status, 200);
    t.is((body['rehearsed'] as { body: { secret: unknown } }).body.secret, null);
  }
  t.is(((await api('GET')).body['webhooks'] as unknown[]).length, 1);
  t.is((await rowOf(id)).oldSecret, null);
});

test('webhooks of other tenants, unknown ones and wrong ids are not found', async (t) => {
  const mine = await webhookScene();
  const theirs = await webhookScene();
  const foreign = await theirs.create();
  const delivery = await addDelivery(foreign, { status: 'FAILED' });
  const own = await mine.create();
  const since = new Date().toISOString();
  for (const id of [foreign, random, 'none', `${own}x`]) {
    const calls: [string, string, unknown?][] = [
      ['GET', ''],
      ['PATCH', '', { status: 'PAUSED' }],
      ['DELETE', ''],
      ['POST', '/rotate-secret', {}],
      ['POST', '/test'],
      ['GET', '/deliveries'],
      ['POST', `/deliveries/${delivery.id}/redeliver`],
      ['POST', '/replay', { since }],
    ];
    for (const [method, below, body] of calls) {
      const answer = codeOf(await mine.api(method, `/${id}${below}`, body));
      t.deepEqual(answer, [404, 'WEBHOOK_NOT_FOUND'], `${method} ${id}${below}`);
    }
  }
  for (const id of [delivery.id, random, 'none'])
    t.deepEqual(codeOf(await mine.api('POST', `/${own}/deliveries/${id}/redeliver`)), [404, 'DELIVERY_NOT_FOUND']);
  t.is((await theirs.api('GET', `/${foreign}`)).body['status'], 'ACTIVE');
});

test('webhooks end with their tenant', async (t) => {
  const { tenant, create } = await webhookScene();
  const id = await create();
  await addDelivery(id);
  const { db } = server.identity;
  await db.tenant.delete({ where: { id: tenant.id } });
  t.is(await db.webhook.count({ where: { id } }), 0);
  // A job deletes its deliveries, however many there are.
  const noted = await db.$queryRaw<unknown[]>`SELECT id FROM identity.deleted_webhooks WHERE id = ${id}::uuid`;
  t.is(noted.length, 1);
});
