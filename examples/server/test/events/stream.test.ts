import { randomUUID } from 'node:crypto';
import test from 'ava';
import { openStream } from '../support/event-stream.js';
import { eventMachine, holdEvent, startEventServer, writeEvent } from '../support/event-tests.js';
import { machineToken } from '../support/licensing-api.js';
import { addMember, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import type { TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startEventServer();
});
test.after.always(() => server?.stop());

test('a machine receives the events of its tenant as they happen', async (t) => {
  const tenant = await freshTenant(server);
  const stream = await openStream(server, await eventMachine(server, tenant.id));
  t.teardown(stream.close);
  t.is(stream.status, 200);
  t.is(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  t.is(stream.headers.get('cache-control'), 'no-store');
  t.is(stream.headers.get('x-accel-buffering'), 'no');
  t.is(await stream.firstLine(), 'retry: 1000');
  const owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  await send(server.issuer, 'PATCH', `/api/tenants/${tenant.id}`, owner, { name: 'Another name' });
  t.is((await stream.next())?.body.type, 'session.started');
  const event = await stream.next();
  const stored = await server.identity.db.event.findFirstOrThrow({
    where: { tenantId: tenant.id, type: 'tenant.updated' },
  });
  t.is(event?.id, stored.id);
  t.deepEqual(event?.body, {
    id: stored.id,
    type: 'tenant.updated',
    tenantId: tenant.id,
    actor: { kind: 'user', id: tenant.owner.userId },
    subjectId: tenant.id,
    data: stored.data as object,
    occurredAt: stored.occurredAt.toISOString(),
  });
});

test('a machine of a tenant gets no event of others; one of the platform gets all', async (t) => {
  const [one, other] = await Promise.all([freshTenant(server), freshTenant(server)]);
  const [ofTenant, ofAll] = await Promise.all([
    openStream(server, await eventMachine(server, one.id)),
    openStream(server, await eventMachine(server, null)),
  ]);
  t.teardown(ofTenant.close);
  t.teardown(ofAll.close);
  const ids = [await writeEvent(server, other.id), await writeEvent(server, null), await writeEvent(server, one.id)];
  t.is((await ofTenant.next())?.id, ids[2]);
  const seen: unknown[] = [];
  while (!ids.every((id) => seen.includes(id))) seen.push((await ofAll.next())?.id);
  t.deepEqual(
    seen.filter((id) => ids.includes(String(id))),
    ids,
  );
});

test('a stream continues after the last event that the client got', async (t) => {
  const tenant = await freshTenant(server);
  const token = await eventMachine(server, tenant.id);
  const ids = [];
  for (let index = 0; index < 5; index += 1) ids.push(await writeEvent(server, tenant.id));
  for (const [options, expected] of [
    [{ lastEventId: ids[1] ?? '' }, ids.slice(2)],
    [{ after: ids[2] ?? '' }, ids.slice(3)],
    [{ after: '' }, ids],
    // The header wins.
    [{ after: '', lastEventId: ids[3] ?? '' }, ids.slice(4)],
  ] as const) {
    const stream = await openStream(server, token, options);
    t.deepEqual(
      (await stream.take(expected.length)).map(({ id }) => id),
      expected,
    );
    stream.close();
  }
});

test('a stream after an event that does not exist for the caller is refused', async (t) => {
  const [one, other] = await Promise.all([freshTenant(server), freshTenant(server)]);
  const token = await eventMachine(server, one.id);
  const foreign = await writeEvent(server, other.id);
  for (const lastEventId of [randomUUID(), foreign, 'no-uuid']) {
    const stream = await openStream(server, token, { lastEventId });
    t.deepEqual([stream.status, stream.error?.['error']], [410, 'EVENT_GONE']);
  }
  const stream = await openStream(server, token, { after: 'no-uuid' });
  t.deepEqual([stream.status, stream.error?.['error']], [422, 'VALIDATION_FAILED']);
});

test('a transaction that is held open delays a stream, and nothing is skipped', async (t) => {
  const tenant = await freshTenant(server);
  const token = await eventMachine(server, tenant.id);
  const stream = await openStream(server, token);
  t.teardown(stream.close);
  const held = await holdEvent(server, tenant.id);
  const late = await writeEvent(server, tenant.id);
  const lateAt = Date.now();
  const fromNow = await openStream(server, token);
  t.teardown(fromNow.close);
  for (let signs = 0; signs < 2; signs += 1) {
    const { asOf, events } = await stream.alive();
    t.deepEqual(events, []);
    t.true(asOf <= lateAt, 'the stream does not claim to have sent the second event');
  }
  await held.commit();
  const both = [held.id, late];
  t.deepEqual(
    (await stream.take(2)).map(({ id }) => id),
    both,
  );
  t.deepEqual(
    (await fromNow.take(2)).map(({ id }) => id),
    both,
  );
  const committed = Date.now();
  for (;;) {
    const { asOf, events } = await stream.alive();
    t.deepEqual(events, []);
    if (asOf >= committed) break;
  }
});

test('only machines with the scope can open a stream', async (t) => {
  const tenant = await freshTenant(server);
  const member = await addMember(server, tenant.id, 'member');
  const refused = {
    'an owner': await tokenOf(server.issuer, tenant.owner.email, tenant.slug),
    'a member': await tokenOf(server.issuer, member.email, tenant.slug),
    'a machine without the scope': await machineToken(server, tenant.id, ['licenses:read']),
  };
  for (const [who, token] of Object.entries(refused)) {
    const stream = await openStream(server, token);
    t.deepEqual([stream.status, stream.error?.['error']], [403, 'FORBIDDEN'], who);
  }
  t.is((await openStream(server, 'no.token.here')).status, 401);
});
