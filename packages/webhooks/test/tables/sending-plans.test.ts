import {
  countReads,
  explain,
  openTestDatabase,
  type RecordedStatement,
  readsEverything,
  recordStatements,
  tableOf,
  touchesRows,
} from '@org/identity-testing';
import test from 'ava';
import { fanOut } from '../../src/fan-out/fan-out.js';
import { claimWebhook } from '../../src/sending/claim-webhook.js';
import { deleteOldDeliveries } from '../../src/sending/delete-old-deliveries.js';
import { endClaim } from '../../src/sending/end-claim.js';
import { loadBatch } from '../../src/sending/load-batch.js';
import { recordResults } from '../../src/sending/record-results.js';

const large = ['webhooks', 'webhook_deliveries'];

test('with many webhooks and deliveries, no statement of a sender or of the fan-out reads a whole table', async (t) => {
  const database = await openTestDatabase(t);
  const { pool } = database.openAgain();
  // Most webhooks have nothing to send, and most deliveries have ended. One webhook has a long backlog.
  await pool.query(`
    INSERT INTO identity.tenants (id, slug, name, updated_at)
    SELECT md5('t' || n)::uuid, 't-' || n, 't', now() FROM generate_series(1, 2000) n`);
  await pool.query(`
    INSERT INTO identity.webhooks (id, tenant_id, url, events, secret, due_at)
    SELECT md5('w' || n)::uuid, md5('t' || n)::uuid, 'https://x.test/', '{*}', '', CASE WHEN n = 1 THEN now() END
    FROM generate_series(1, 2000) n`);
  await pool.query(`
    INSERT INTO identity.events (id, type, tenant_id, actor_kind)
    SELECT md5('e' || n)::uuid, 'tenant.updated', md5('t1')::uuid, 'system' FROM generate_series(1, 5000) n`);
  await pool.query(`
    INSERT INTO identity.webhook_deliveries (id, webhook_id, event_id, horizon, seq, type, status, attempts, due_at, finished_at)
    SELECT md5('d' || n)::uuid, md5('w' || CASE WHEN n <= 8000 THEN 1 ELSE n % 2000 + 1 END)::uuid, md5('e' || n)::uuid, n, n,
      'tenant.updated', CASE WHEN n <= 8000 THEN 'PENDING' ELSE 'DELIVERED' END::identity.delivery_status,
      CASE WHEN n <= 4000 THEN 0 ELSE 1 END, now() + CASE WHEN n % 2 = 0 THEN interval '1 hour' ELSE interval '0' END,
      CASE WHEN n > 8000 THEN now() - n * interval '1 minute' END
    FROM generate_series(1, 40000) n`);
  for (const table of [...large, 'events']) await pool.query(`ANALYZE identity.${table}`);

  const recorded = database.openAgain();
  const statements = recordStatements(recorded);
  const webhook = await claimWebhook(recorded.pool, []);
  const id = webhook?.id ?? '';
  t.is((await loadBatch(recorded.pool, id))?.deliveries.length, 50);
  await recordResults(recorded.pool, id, { results: [], slow: false });
  await endClaim(recorded.pool, id);
  await recorded.pool.query(`UPDATE identity.feed_readers SET horizon = 0, seq = 0`);
  await fanOut(recorded.pool);
  await deleteOldDeliveries(recorded.pool);

  const checked = statements.filter(touchesRows);
  t.true(checked.length > 10);
  const whole: string[] = [];
  for (const statement of checked) {
    const plan = await explain(database, statement);
    const nodes = plan.filter((node) => large.includes(tableOf(node)) && readsEverything(node));
    whole.push(...nodes.map((node) => `${nameOf(statement)}: ${node['Node Type']} of ${tableOf(node)}`));
  }
  const load = checked.find(({ text }) => text.includes('webhook_deliveries') && text.includes('identity.events'));
  const { entries } = await countReads(database, load ?? { text: 'SELECT 1', values: [] });
  t.true(entries > 50 && entries < 500, `${entries} entries were read for a batch of 50`);
  // Whether there is an active webhook at all: it stops at the first.
  t.deepEqual(
    whole.filter((line) => !line.includes('SELECT horizon, seq, event_id AS id')),
    [],
  );
});

const nameOf = ({ text }: RecordedStatement) => text.replaceAll(/\s+/gu, ' ').slice(0, 120);
