import { randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { uuidV7 } from '@org/identity-prisma';
import test, { type ExecutionContext } from 'ava';
import { openStream } from '../support/event-stream.js';
import { eventMachine, startEventServer, writeEvent } from '../support/event-tests.js';
import { machineToken } from '../support/licensing-api.js';
import { call } from '../support/sign-in.js';
import { freshTenant } from '../support/tenant-api.js';
import type { TestServer } from '../support/test-server.js';
import { withClient } from '../support/with-client.js';

const writers = 8;
const perWriter = 1_250;
const total = writers * perWriter;

const insert = `INSERT INTO identity.events (id, type, tenant_id, actor_kind, subject_id, data)
  SELECT id, 'tenant.updated', "tenantId", 'system', "subjectId", '{}'
  FROM jsonb_to_recordset($1::jsonb) AS event(id uuid, "tenantId" uuid, "subjectId" text)`;

/** One of several writers. Its transactions have a few events and are open for different times. */
function write({ databaseUrl }: TestServer, writer: number, tenantIds: readonly (string | null)[]): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    for (let written = 0; written < perWriter; ) {
      const count = Math.min(randomInt(1, 12), perWriter - written);
      await client.query('BEGIN');
      const rows = Array.from({ length: count }, (_, index) => ({
        id: uuidV7(),
        tenantId: tenantIds[randomInt(tenantIds.length)],
        subjectId: `${writer} ${written + index}`,
      }));
      // One statement or two, so that other transactions can commit between the events of one.
      const first = randomInt(count + 1);
      for (const part of [rows.slice(0, first), rows.slice(first)]) await client.query(insert, [JSON.stringify(part)]);
      written += count;
      // The transactions of the others go on meanwhile.
      if (randomInt(4) === 0) for (let pause = randomInt(30); pause > 0; pause -= 1) await client.query('SELECT 1');
      await client.query('COMMIT');
    }
  });
}

type Seen = { id: string; tenantId: string | null; subjectId: string | null };

/** The last event. It is written after all others were committed. */
const isLast = ({ subjectId }: Seen) => subjectId === 'last';
const isOfWriter = ({ subjectId }: Seen) => / /u.test(subjectId ?? '');

async function readByCursor({ issuer }: TestServer, token: string): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (let after = ''; !seen.some(isLast); ) {
    const { body } = await call(issuer, `/api/platform/events?after=${after}&wait=5&limit=100`, token);
    seen.push(...(body['events'] as Seen[]));
    after = String(body['next']);
  }
  return seen.filter(isOfWriter);
}

/** Reads by streams. Each of them is left after some events, and the next one continues after the last event. */
async function readByStreams(server: TestServer, token: string): Promise<Seen[]> {
  const seen: Seen[] = [];
  let lastEventId: string | undefined;
  while (!seen.some(isLast)) {
    const stream = await openStream(server, token, lastEventId ? { lastEventId } : { after: '' });
    for (let left = randomInt(100, 2_000); left > 0; left -= 1) {
      const event = await stream.next();
      if (!event) break;
      lastEventId = event.id;
      seen.push(event.body);
      if (isLast(event.body)) break;
    }
    stream.close();
  }
  return seen.filter(isOfWriter);
}

/** One stream for all events. */
async function readByOneStream(server: TestServer, token: string): Promise<Seen[]> {
  const stream = await openStream(server, token, { after: '' });
  const seen: Seen[] = [];
  for (let event = await stream.next(); event && !isLast(event.body); event = await stream.next())
    seen.push(event.body);
  stream.close();
  return seen.filter(isOfWriter);
}

/** A webhook of the platform, and what it received when the last event has come. */
async function receiveAll(t: ExecutionContext, server: TestServer): Promise<() => Promise<Seen[]>> {
  const received = new Map<string, Seen>();
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const receiver = createServer(async (request, response) => {
    const event = JSON.parse(await text(request)) as Seen;
    // The order of the first arrivals: one that is sent twice changes nothing.
    if (!received.has(event.id)) received.set(event.id, event);
    response.writeHead(204).end();
    if (isLast(event)) finish();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  t.teardown(() => receiver.close());
  const token = await machineToken(server, null, ['events:write']);
  const { port } = receiver.address() as AddressInfo;
  const { status } = await call(server.issuer, '/api/platform/webhooks', token, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: `http://127.0.0.1:${port}/`, events: ['tenant.updated'] }),
  });
  t.is(status, 201);
  return async () => {
    await finished;
    return [...received.values()].filter(isOfWriter);
  };
}

test('ten thousand events of parallel writers are read exactly once, in one order, by cursor, stream and webhook', async (t) => {
  t.timeout(300_000);
  const server = await startEventServer();
  t.teardown(() => server.stop());
  const tenant = await freshTenant(server);
  const tenantIds = [tenant.id, (await freshTenant(server)).id, null];
  const [all, ofTenant] = [await eventMachine(server, null), await eventMachine(server, tenant.id)];
  const byWebhook = await receiveAll(t, server);
  const live = readByOneStream(server, all);
  const [byCursor, byStreams] = [readByCursor(server, all), readByStreams(server, all)];
  const byTenant = readByStreams(server, ofTenant);
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(server, writer, tenantIds)));
  await writeEvent(server, tenant.id, 'last');

  const order = await byCursor;
  t.is(new Set(order.map(({ id }) => id)).size, total);
  const ids = (events: readonly Seen[]) => events.map(({ id }) => id);
  t.deepEqual(ids(await byStreams), ids(order));
  t.deepEqual(ids(await live), ids(order));
  t.deepEqual(ids(await byTenant), ids(order.filter(({ tenantId }) => tenantId === tenant.id)));
  t.deepEqual(ids(await byWebhook()), ids(order));
  // What a writer wrote after its own commit comes after it.
  for (let writer = 0; writer < writers; writer += 1) {
    const own = order.filter(({ subjectId }) => subjectId?.startsWith(`${writer} `));
    t.deepEqual(
      own.map(({ subjectId }) => Number(subjectId?.split(' ')[1])),
      Array.from({ length: perWriter }, (_, index) => index),
    );
  }
});
