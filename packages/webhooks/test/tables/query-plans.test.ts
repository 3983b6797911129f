import { createEventBus, readDayCounts } from '@org/identity-prisma';
import {
  explain,
  type OpenTestDatabase,
  openTestDatabase,
  type RecordedStatement,
  readsEverything,
  recordStatements,
  tableOf,
  touchesRows,
} from '@org/identity-testing';
import test, { type ExecutionContext } from 'ava';
import { listDeliveries } from '../../src/deliveries/list-deliveries.js';
import { redeliver } from '../../src/deliveries/redeliver.js';
import { replayEvents } from '../../src/deliveries/replay-events.js';
import { sendTestEvent } from '../../src/deliveries/send-test-event.js';
import { failedDeliveriesJob } from '../../src/health/count-failed-deliveries.js';
import { listWebhooks } from '../../src/webhooks/get-webhooks.js';
import { updateWebhook } from '../../src/webhooks/update-webhook.js';

const tenantId = '01890000-0000-7000-8000-0000000000c1';
const busy = '01890000-0000-7000-8000-0000000000d1';
const quiet = '01890000-0000-7000-8000-0000000000d2';
const other = '01890000-0000-7000-8000-0000000000d4';
const ofPlatform = '01890000-0000-7000-8000-0000000000d3';
const large = ['events', 'webhook_deliveries', 'webhooks'];
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

let database: OpenTestDatabase;
let statements: RecordedStatement[];
/** The months of events that are still to come. */
let empty: ReadonlySet<string>;
test.before(async () => {
  database = await openTestDatabase();
  statements = recordStatements(database);
  await fill(database);
});
test.after.always(() => database?.close());
// All tests are serial: they share the list of statements.

/**
 * Two webhooks with 100,000 deliveries, one with 20 and one of the platform, and 20,000 events of the last hour in 400
 * tenants, half of them of the tenant of the webhooks. Most deliveries are of events that are no longer stored.
 */
async function fill({ pool }: OpenTestDatabase): Promise<void> {
  await pool.query(`
    INSERT INTO identity.tenants (id, name, slug, updated_at)
    SELECT ('01890000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, 'Other', 'other-' || n, now()
    FROM generate_series(1, 400) n UNION ALL SELECT '${tenantId}', 'Large', 'large', now();
    INSERT INTO identity.webhooks (id, tenant_id, url, events, secret)
    VALUES ('${busy}', '${tenantId}', 'https://hooks.test', '{seat.leased}', ''),
           ('${quiet}', '${tenantId}', 'https://hooks.test', '{seat.leased}', ''),
           ('${other}', '${tenantId}', 'https://hooks.test', '{seat.leased}', ''),
           ('${ofPlatform}', NULL, 'https://hooks.test', '{seat.leased}', '');
    INSERT INTO identity.webhooks (id, tenant_id, url, events, secret)
    SELECT gen_random_uuid(), id, 'https://hooks.test', '{*}', '' FROM identity.tenants, generate_series(1, 5);
    INSERT INTO identity.events (id, type, tenant_id, actor_kind, occurred_at)
    SELECT (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') || '7'
            || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
           CASE WHEN n % 100 = 0 THEN 'seat.leased' ELSE 'seat.granted' END,
           CASE WHEN n % 2 = 0 THEN '${tenantId}'
                ELSE ('01890000-0000-7000-9000-' || lpad((n % 400 + 1)::text, 12, '0')) END::uuid,
           'system', now()
    FROM generate_series(1, 20000) n;
    INSERT INTO identity.webhook_deliveries (id, webhook_id, event_id, horizon, seq, type)
    SELECT gen_random_uuid(), webhook::uuid, id, horizon, seq, type
    FROM (SELECT * FROM identity.events LIMIT 20) events, unnest('{${busy},${quiet}}'::text[]) webhook`);
  for (const webhookId of [busy, other])
    await pool.query(`
      INSERT INTO identity.webhook_deliveries (id, webhook_id, event_id, horizon, seq, type, status, response_body)
      SELECT gen_random_uuid(), '${webhookId}', gen_random_uuid(), 0, n, 'seat.granted',
             (CASE WHEN n % 100 = 0 THEN 'FAILED' WHEN n % 100 < 3 THEN 'PENDING' ELSE 'DELIVERED' END)
               ::identity.delivery_status, repeat('response ', 20)
      FROM generate_series(1, 100000) n`);
  await pool.query('VACUUM ANALYZE');
  const { rows } = await pool.query<{ relname: string }>('SELECT relname FROM pg_class WHERE reltuples = 0');
  empty = new Set(rows.map(({ relname }) => relname));
}

/** Asserts how many statements an action runs, and that none of them reads a large table as a whole. */
async function assertPlans(t: ExecutionContext, expected: number, action: () => Promise<unknown>): Promise<void> {
  statements.length = 0;
  await action();
  const ran = statements.filter(touchesRows);
  t.is(ran.length, expected, ran.map(({ text }) => text.trim().slice(0, 100)).join('\n'));
  for (const statement of ran) {
    const whole = (await explain(database, statement)).filter(
      (node) => readsEverything(node) && large.includes(tableOf(node)) && !empty.has(node['Relation Name'] ?? ''),
    );
    t.deepEqual(
      whole.map((node) => `${node['Node Type']} on ${node['Relation Name']}`),
      [],
      statement.text,
    );
  }
}

const services = () => ({
  db: database.db,
  events: createEventBus(),
  allowsPrivateNetworks: false,
  sendSoon() {},
});

for (const [name, webhookId] of [
  ['100,000 deliveries', busy],
  ['20 deliveries', quiet],
] as const) {
  const call = { tenantId, principal, webhookId };

  for (const status of [undefined, 'PENDING', 'DELIVERED', 'FAILED'] as const)
    test.serial(`a page of ${status ?? 'all'} of ${name} takes five statements and reads an index`, async (t) => {
      for (const page of [1, 50])
        await assertPlans(t, 5, () => listDeliveries(database.db, { ...call, status, page, limit: 20 }));
    });

  test.serial(`a replay of 200 events beside ${name} reads only those`, async (t) => {
    const since = new Date(Date.now() - 3_600_000);
    await assertPlans(t, 12, async () =>
      t.deepEqual(await replayEvents(services(), { ...call, since }), { count: 200 }),
    );
  });

  test.serial(`a test, a redelivery and a new start beside ${name} read only what they change`, async (t) => {
    await assertPlans(t, 10, () => sendTestEvent(services(), call));
    const delivery = await database.db.webhookDelivery.findFirstOrThrow({ where: { webhookId, horizon: { gt: 0 } } });
    await assertPlans(t, 11, () => redeliver(services(), { ...call, deliveryId: delivery.id }));
    await database.db.webhook.update({ where: { id: webhookId }, data: { status: 'PAUSED' } });
    await assertPlans(t, 10, () => updateWebhook(services(), { ...call, status: 'ACTIVE' }));
  });
}

test.serial('the deliveries that failed on each day are counted by an index', async (t) => {
  const { pool } = database;
  await pool.query("UPDATE identity.webhook_deliveries SET finished_at = now() WHERE status <> 'PENDING'");
  await pool.query('VACUUM ANALYZE identity.webhook_deliveries');
  await assertPlans(t, 1, () => failedDeliveriesJob({ pool }).run(new AbortController().signal));
  t.deepEqual((await readDayCounts(pool, 2)).counts.get('failed-deliveries'), [0, 2_000]);
});

test.serial('the webhooks of one tenant are read by an index', async (t) => {
  await assertPlans(t, 3, () => listWebhooks(database.db, { tenantId, principal }));
  await assertPlans(t, 1, () => listWebhooks(database.db, { tenantId: null, principal }));
});

test.serial('a replay of the platform reads the events of the types that it wants', async (t) => {
  const call = { tenantId: null, principal, webhookId: ofPlatform, since: new Date(Date.now() - 3_600_000) };
  await assertPlans(t, 8, async () => t.deepEqual(await replayEvents(services(), call), { count: 200 }));
});
