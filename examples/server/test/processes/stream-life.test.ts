import { request } from 'node:http';
import { createTestDatabase } from '@org/identity-dev-postgres';
import { licensing, tenants, users, webhooks } from '@org/identity-server';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import { openStream, type TestStream } from '../support/event-stream.js';
import { eventMachine, follow, holdEvent, startEventServer, writeEvent } from '../support/event-tests.js';
import { logLines } from '../support/log-lines.js';
import { platformMachine } from '../support/platform-api.js';
import { freePort, startProcess } from '../support/server-process.js';
import { call } from '../support/sign-in.js';
import { freshTenant, machineTokenOf, send, tokenOf } from '../support/tenant-api.js';
import { type TestServer, testSecret } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startEventServer();
});
test.after.always(() => server?.stop());

/** The client of a token. */
const clientOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { client_id: string }).client_id;

const changeClient = async (token: string, changes: unknown) =>
  send(server.issuer, 'PATCH', `/api/platform/clients/${clientOf(token)}`, await platformMachine(server), changes);

const endings: Record<string, (input: { tenantId: string; slug: string; email: string; token: string }) => unknown> = {
  'its client is deleted': ({ token }) => server.identity.db.client.delete({ where: { id: clientOf(token) } }),
  'its secret is rotated without a grace': async ({ token }) =>
    send(
      server.issuer,
      'POST',
      `/api/platform/clients/${clientOf(token)}/rotate-secret`,
      await platformMachine(server),
      {
        graceSeconds: 0,
      },
    ),
  'its secret is deleted': ({ token }) =>
    server.identity.db.clientSecret.deleteMany({ where: { clientId: clientOf(token) } }),
  'the grace of its secret is over': ({ token }) =>
    server.identity.db.clientSecret.updateMany({
      where: { clientId: clientOf(token) },
      data: { expiresAt: new Date() },
    }),
  'its client loses the scope': ({ token }) => changeClient(token, { scopes: ['tenants:read'] }),
  'its client moves to another tenant': async ({ token }) =>
    changeClient(token, { tenant: (await freshTenant(server)).slug }),
  'its tenant is deleted': async ({ tenantId, slug, email }) =>
    send(server.issuer, 'DELETE', `/api/tenants/${tenantId}`, await tokenOf(server.issuer, email, slug)),
  'its token is revoked': ({ token }) =>
    server.identity.db.$executeRaw`DELETE FROM identity.oidc_tokens WHERE client_id = ${clientOf(token)}`,
};

for (const [cause, end] of Object.entries(endings)) {
  test(`a stream ends when ${cause}`, async (t) => {
    const { id: tenantId, slug, owner } = await freshTenant(server);
    const token = await eventMachine(server, tenantId);
    const stream = await openStream(server, token);
    t.teardown(stream.close);
    await stream.alive();
    await end({ tenantId, slug, email: owner.email, token });
    await stream.untilEnd();
    t.not((await openStream(server, token)).status, 200);
  });
}

test('a stream ends when its token expires, and a new token continues it', async (t) => {
  const short = await startEventServer({ lifetimes: { machineToken: 3 } });
  t.teardown(() => short.stop());
  const tenant = await freshTenant(short);
  const first = await writeEvent(short, tenant.id);
  let token = '';
  // On a busy machine the token may expire before it is used.
  const stream = await until(async () => {
    token = await eventMachine(short, tenant.id);
    const opened = await openStream(short, token, { after: '' });
    return opened.status === 200 && opened;
  });
  const seen = await stream.untilEnd();
  await until(async () => (await openStream(short, token)).status === 401);
  const second = await writeEvent(short, tenant.id);
  const ids = [first, second];
  // Transactions of other tests may have held back even the first event.
  while (seen.length < ids.length) {
    const lastEventId = seen.at(-1)?.id;
    const again = await openStream(
      short,
      await eventMachine(short, tenant.id),
      lastEventId ? { lastEventId } : { after: '' },
    );
    const next = again.status === 200 && (await again.next());
    if (next) seen.push(next);
    again.close();
  }
  t.deepEqual(
    seen.map(({ id }) => id),
    ids,
  );
});

test('a process serves a limited number of streams, and a closed one makes room', async (t) => {
  const small = await startEventServer({ plugins: [users(), tenants(), licensing(), webhooks({ maxStreams: 2 })] });
  t.teardown(() => small.stop());
  const tenant = await freshTenant(small);
  const token = await eventMachine(small, tenant.id);
  const open = [await openStream(small, token), await openStream(small, token)];
  const refused = await openStream(small, token);
  t.deepEqual([refused.status, refused.error?.['error']], [503, 'SERVICE_UNAVAILABLE']);
  t.truthy(refused.headers.get('retry-after'));
  open[0]?.close();
  const next = await until(async () => {
    const stream = await openStream(small, token);
    return stream.status === 200 && stream;
  });
  t.teardown(next.close);
  t.teardown(() => open[1]?.close());
});

test('a client may open a limited number of streams', async (t) => {
  const tenant = await freshTenant(server);
  const [token, other] = [await eventMachine(server, tenant.id), await eventMachine(server, tenant.id)];
  const streams: TestStream[] = [];
  t.teardown(() => {
    for (const stream of streams) stream.close();
  });
  for (let batch = 0; batch < 10; batch += 1)
    streams.push(...(await Promise.all(Array.from({ length: 20 }, () => openStream(server, token)))));
  t.true(streams.every(({ status }) => status === 200));
  const refused = await openStream(server, token);
  t.deepEqual([refused.status, refused.error?.['error']], [429, 'RATE_LIMITED']);
  t.truthy(refused.headers.get('retry-after'));
  const stream = await openStream(server, other);
  streams.push(stream);
  t.is(stream.status, 200);
  // All of them get an event.
  const id = await writeEvent(server, tenant.id);
  t.deepEqual([...new Set(await Promise.all(streams.map(async (each) => (await each.next())?.id)))], [id]);
});

test('HEAD gets the headers of a stream, and opens none', async (t) => {
  const token = await eventMachine(server, (await freshTenant(server)).id);
  const url = new URL(`${server.issuer}/api/integration/events/stream`);
  const status = await new Promise((resolve, reject) => {
    const sent = request(url, { method: 'HEAD', headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume().once('end', () => resolve([response.statusCode, response.headers['content-type']]));
    });
    sent.once('error', reject).end();
  });
  t.deepEqual(status, [200, 'text/event-stream; charset=utf-8']);
});

test('the log says how long a stream lived, and a metric how long readers are held back', async (t) => {
  const { logger, lines } = logLines();
  const logging = await startEventServer({ logger });
  t.teardown(() => logging.stop());
  const stream = await openStream(logging, await eventMachine(logging, null));
  // The second sign of life comes after a second.
  await stream.alive();
  await stream.alive();
  const held = await holdEvent(t, logging, null);
  const lag = async () =>
    Number(/^identity_event_feed_lag_seconds (\S+)$/mu.exec(await logging.identity.metrics.metrics())?.[1]);
  t.true((await lag()) > 0);
  await held.commit();
  stream.close();
  const route = '/api/integration/events/stream';
  const line = await until(async () => lines.find((each) => each.startsWith('request') && each.includes(route)));
  t.regex(line, /"streamSeconds":[1-9]/u);
  t.notRegex(line, /brokeOff/u);
});

test('a server that closes ends its streams and the requests that wait', async (t) => {
  const closing = await startEventServer();
  const tenant = await freshTenant(closing);
  const token = await eventMachine(closing, tenant.id);
  const stream = await openStream(closing, token);
  await stream.alive();
  const waiting = follow(closing, tenant.id, token, { after: '', wait: 30 });
  closing.identity.drain();
  t.deepEqual(await stream.untilEnd(), []);
  t.deepEqual((await waiting).body, { events: [], next: '' });
  t.is((await openStream(closing, token)).status, 503);
  t.deepEqual((await follow(closing, tenant.id, token, { after: '', wait: 30 })).body, { events: [], next: '' });
  await closing.stop();
});

test('the example server ends its streams when it stops, and exits', async (t) => {
  const database = await createTestDatabase({ withDemoData: true });
  t.teardown(() => database.drop());
  const port = String(await freePort());
  const issuer = `http://127.0.0.1:${port}`;
  const environment = { PORT: port, ISSUER: issuer, DATABASE_URL: database.url, IDENTITY_SECRET: testSecret };
  const child = await startProcess(environment);
  const token = await machineTokenOf(issuer, 'demo-machine');
  const stream = await openStream({ issuer }, token);
  await stream.alive();
  const { body } = await call(issuer, '/api/tenants/019a0000-0000-7000-8000-000000000001/events?after=', token);
  t.truthy(body);
  const ended = child.end('SIGTERM');
  // It would reject if the connection were cut off.
  t.deepEqual(await stream.untilEnd(), []);
  t.is(await ended, 0);
});
