import { createEventBus } from '@org/identity-prisma';
import { countReads, openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { deleteDeliveries, nextDeliveries } from '../../src/webhooks/delete-deliveries.js';
import { deleteWebhook } from '../../src/webhooks/delete-webhook.js';
import { listWebhooks } from '../../src/webhooks/get-webhooks.js';
import { addTenant, addWebhook, openSending, type Sending } from '../support/sending.js';

const principal = {
  kind: 'user',
  origin: { kind: 'own' },
  userId: '01890000-0000-7000-8000-0000000000e1',
  firstParty: true,
  superAdmin: true,
  sessionUid: null,
  secondFactor: true,
  tenant: null,
  clientId: 'test',
  applicationId: null,
  scopes: [],
} as const;

const url = 'https://hooks.test';

async function addDeliveries({ pool }: Pick<Sending, 'pool'>, webhookId: string, count: number): Promise<void> {
  await pool.query(
    `INSERT INTO identity.webhook_deliveries (id, webhook_id, event_id, horizon, seq, type)
     SELECT gen_random_uuid(), $1, gen_random_uuid(), n, n, 'seat.granted' FROM generate_series(1, $2::int) n`,
    [webhookId, count],
  );
}

test('a deleted webhook is gone at once, with its secrets; its deliveries go in batches, and a killed job goes on', async (t) => {
  const sending = await openSending(t);
  const { db, pool } = sending;
  const tenantId = await addTenant(sending);
  const { id } = await addWebhook(sending, { tenantId, url });
  const kept = await addWebhook(sending, { tenantId, url });
  await addDeliveries(sending, id, 50);
  await addDeliveries(sending, kept.id, 5);
  const left = (webhookId: string) => db.webhookDelivery.count({ where: { webhookId } });

  await deleteWebhook({ db, events: createEventBus() }, { tenantId, principal, webhookId: id });
  t.is(await db.webhook.count({ where: { id } }), 0);
  const { webhooks } = await listWebhooks(db, { tenantId, principal });
  t.deepEqual(
    webhooks.map((webhook) => webhook.id),
    [kept.id],
  );
  t.is(await left(id), 50, 'no statement of the call deletes deliveries');

  // The pool of a process that ends after three statements: the list, and two batches.
  let statements = 0;
  const stopping = new AbortController();
  const dying = Object.assign(Object.create(pool) as typeof pool, {
    query: (...args: Parameters<typeof pool.query>) => {
      statements += 1;
      if (statements === 3) stopping.abort();
      return pool.query(...args);
    },
  });
  await deleteDeliveries(dying, { signal: stopping.signal, atOnce: 10 });
  t.is(await left(id), 30);
  t.is(await db.deletedWebhook.count(), 1);
  await deleteDeliveries(sending.openAgain().pool, { atOnce: 10 });
  t.is(await left(id), 0);
  t.is(await left(kept.id), 5);
  t.is(await db.deletedWebhook.count(), 0);
});

test('webhooks that are deleted with their tenant are noted as well', async (t) => {
  const sending = await openSending(t);
  const { db, pool } = sending;
  const tenantId = await addTenant(sending);
  for (let index = 0; index < 3; index += 1) {
    const { id } = await addWebhook(sending, { tenantId, url });
    await addDeliveries(sending, id, 4);
  }
  await db.tenant.delete({ where: { id: tenantId } });
  t.is(await db.webhook.count(), 0);
  t.is(await db.webhookDelivery.count(), 12);
  await deleteDeliveries(pool, { atOnce: 3 });
  t.is(await db.webhookDelivery.count(), 0);
  t.is(await db.deletedWebhook.count(), 0);
});

test('a batch reads along an index, as far as it goes', async (t) => {
  const database = await openTestDatabase(t);
  const webhookId = '01890000-0000-7000-8000-0000000000d1';
  await addDeliveries(database, webhookId, 20_000);
  await addDeliveries(database, '01890000-0000-7000-8000-0000000000d2', 20_000);
  await database.pool.query('ANALYZE identity.webhook_deliveries');
  const values = [webhookId, '00000000-0000-0000-0000-000000000000', 1_000];
  t.like(await countReads(database, { text: nextDeliveries, values }), { entries: 1_000 });
});
