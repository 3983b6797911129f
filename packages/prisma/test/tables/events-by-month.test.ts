import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import pg from 'pg';
import { migrate, readMigrations, uuidV7 } from '../../src/index.js';
import { emptyDatabase } from '../support/empty-database.js';
import { migrationFolder } from '../support/migration-folder.js';
import { rowsOf } from '../support/rows.js';

/** The first of the migrations that divide the events by month. */
const first = '20261116050100_events_bound';
const tenantId = randomUUID();
// No clock is so wrong by accident, but a machine may have been started with one.
const farAhead = uuidV7(Date.parse('2199-01-01T00:00:00Z'));

/** A database of version 0.2.0 with some events, one of them of a machine whose clock was wrong. */
async function oldDatabase(t: ExecutionContext): Promise<string> {
  const databaseUrl = await emptyDatabase(t);
  const old = (await readMigrations()).filter(({ name }) => name < first);
  const folder = await migrationFolder(t, Object.fromEntries(old.map(({ name, sql }) => [name, sql])));
  await migrate({ databaseUrl, folder });
  for (const id of [uuidV7(Date.parse('2025-05-05')), uuidV7(), farAhead])
    await rowsOf(databaseUrl, insert, [id, tenantId]);
  return databaseUrl;
}

// By name, as Prisma does: a later migration adds columns.
const columns = 'id, type, tenant_id, actor_kind, actor_id, subject_id, data, occurred_at';
const insert = `INSERT INTO identity.events (id, type, tenant_id, actor_kind) VALUES ($1, 'one', $2, 'user') RETURNING ${columns}`;
const list = `SELECT ${columns} FROM identity.events WHERE tenant_id = $1 ORDER BY tenant_id DESC, id DESC LIMIT 10`;
const counts = `SELECT (SELECT sum(count)::int FROM identity.event_counts) AS counted,
  (SELECT count(*)::int FROM identity.events) AS events`;

test('the events of a database stay, with their counters, and go to the partition of their time', async (t) => {
  const databaseUrl = await oldDatabase(t);
  const before = await rowsOf(databaseUrl, list, [tenantId]);
  await migrate({ databaseUrl });
  t.deepEqual(await rowsOf(databaseUrl, list, [tenantId]), before);
  t.is(before.length, 3);
  t.deepEqual(await rowsOf(databaseUrl, counts), [{ counted: 3, events: 3 }]);
  const partitions = await rowsOf<{ name: string; events: number }>(
    databaseUrl,
    `SELECT tableoid::regclass::text AS name, count(*)::int AS events FROM identity.events GROUP BY 1 ORDER BY 1`,
  );
  t.deepEqual(
    partitions.map(({ name, events }) => [name.replace(/\d{4}_\d\d$/u, 'month'), events]),
    [
      ['identity.events_later', 1],
      ['identity.events_until_month', 2],
    ],
  );
  t.deepEqual(await rowsOf(databaseUrl, "SELECT FROM pg_class WHERE relname = 'events_set_aside'"), []);
});

test('a process of the previous version keeps writing and reading with its prepared statements', async (t) => {
  const databaseUrl = await oldDatabase(t);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  t.teardown(() => client.end());
  const write = () => client.query({ name: 'write', text: insert, values: [uuidV7(), tenantId] });
  const read = () => client.query({ name: 'read', text: list, values: [tenantId] });
  // After five runs PostgreSQL may keep the plan.
  for (let round = 0; round < 7; round += 1) await Promise.all([write(), read()]);
  await migrate({ databaseUrl });
  t.is((await write()).rowCount, 1);
  t.is((await read()).rowCount, 10);
  t.deepEqual(await rowsOf(databaseUrl, counts), [{ counted: 11, events: 11 }]);
});

test('the migration gives up soon if the table is in use, and can be repeated', async (t) => {
  const databaseUrl = await oldDatabase(t);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  t.teardown(() => client.end());
  await client.query('BEGIN');
  await client.query(list, [tenantId]);
  const lockWaits = { waitMilliseconds: 100, attempts: 2, pauseMilliseconds: 10 };
  await t.throwsAsync(migrate({ databaseUrl, lockWaits }), { message: /did not get its locks in 2 attempts/u });
  await client.query('COMMIT');
  t.is((await migrate({ databaseUrl }))[0], first);
  t.deepEqual(await rowsOf(databaseUrl, counts), [{ counted: 3, events: 3 }]);
});

test('the new table has the permissions of the old one, and all of its indexes are valid', async (t) => {
  const databaseUrl = await oldDatabase(t);
  const role = `reader_${randomUUID().slice(0, 8)}`;
  await rowsOf(databaseUrl, `CREATE ROLE ${role}`);
  t.teardown(() => rowsOf(databaseUrl, `DROP OWNED BY ${role}; DROP ROLE ${role}`).catch(() => undefined));
  await rowsOf(databaseUrl, `GRANT SELECT ON identity.events TO ${role}`);
  await migrate({ databaseUrl });
  const [right] = await rowsOf(
    databaseUrl,
    `SELECT has_table_privilege('${role}', 'identity.events', 'SELECT') AS reads,
    has_table_privilege('${role}', 'identity.events', 'INSERT') AS writes`,
  );
  t.deepEqual(right, { reads: true, writes: false });
  const invalid = await rowsOf(
    databaseUrl,
    `SELECT relname FROM pg_index JOIN pg_class ON oid = indexrelid
     WHERE NOT indisvalid AND relnamespace = 'identity'::regnamespace`,
  );
  t.deepEqual(invalid, []);
});
