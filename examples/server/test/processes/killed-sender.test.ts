import type { Database } from '@org/identity-prisma';
import { licensing, tenants, users } from '@org/identity-server';
import { until } from '@org/identity-testing/until';
import { type Receiver, startReceiver } from '@org/identity-testing/webhook-receiver';
import test from 'ava';
import { freePort, startProcess } from '../support/server-process.js';
import { startTestServer, type TestServer, testSecret } from '../support/test-server.js';
import { startTwoProcesses } from '../support/two-processes.js';
import { addWebhook, publishMany, vaultProbe } from '../support/webhooks.js';

const count = 400;
const paths = ['/0', '/1', '/2', '/3', '/4'];

/** Starts a server that prepares the database, and sends nothing itself. */
async function prepare(): Promise<{ server: TestServer; db: Database; add(receiver: Receiver): Promise<void> }> {
  const probe = vaultProbe();
  const server = await startTestServer({ plugins: [users(), tenants(), licensing(), probe] });
  const { db } = server.identity;
  const add = async (receiver: Receiver) => {
    for (const path of paths)
      await addWebhook(db, probe.vault(), { url: receiver.url(path), events: ['tenant.updated'] });
  };
  return { server, db, add };
}

async function startOne(databaseUrl: string) {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const shared = { DATABASE_URL: databaseUrl, IDENTITY_SECRET: testSecret, SEED_DEMO: 'false' };
  return startProcess({ ...shared, ISSUER: issuer, PORT: String(port) });
}

const untilDelivered = (db: Database) =>
  until(async () => (await db.webhookDelivery.count({ where: { status: 'DELIVERED' } })) === count * paths.length);

test.serial(
  'kill -9 in the middle of many deliveries loses none, and what is sent twice has the same id',
  async (t) => {
    const { server, db, add } = await prepare();
    t.teardown(() => server.stop());
    const receiver = await startReceiver(t);
    await add(receiver);
    await publishMany(db, count);
    const first = await startOne(server.databaseUrl);
    await until(async () => receiver.received.length > 200);
    await first.end('SIGKILL');
    const before = receiver.received.length;
    t.true(before < count * paths.length, 'it was killed in the middle');
    // Its claims expire after two minutes.
    await db.webhook.updateMany({ where: { claimedUntil: { not: null } }, data: { claimedUntil: new Date() } });
    const second = await startOne(server.databaseUrl);
    t.teardown(() => second.end('SIGTERM'));
    await untilDelivered(db);

    const events = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM identity.events WHERE type = 'tenant.updated' ORDER BY horizon, seq`;
    const expected = events.map(({ id }) => id);
    t.is(expected.length, count);
    for (const path of paths) {
      const ids = receiver.ids(path);
      t.deepEqual([...new Set(ids)], expected, 'everything, in order');
      t.true(ids.length - count <= 50, `${ids.length - count} were sent twice`);
    }
  },
);

test.serial('two processes send everything once', async (t) => {
  const { server, db, add } = await prepare();
  t.teardown(() => server.stop());
  const receiver = await startReceiver(t);
  await add(receiver);
  const processes = await startTwoProcesses(server.databaseUrl);
  t.teardown(() => processes.stop());
  await publishMany(db, count);
  await untilDelivered(db);
  for (const path of paths) {
    const ids = receiver.ids(path);
    t.is(ids.length, count);
    t.is(new Set(ids).size, count);
  }
});
