import test, { type ExecutionContext } from 'ava';
import { migrate, migrationStatus, outsideTransactionMarker, readMigrations } from '../../src/index.js';
import { openConnection, untilActivity } from '../support/connection.js';
import { emptyDatabase } from '../support/empty-database.js';
import { migrationFolder } from '../support/migration-folder.js';
import { rowsOf } from '../support/rows.js';

const first = { '20200101000000_first': 'CREATE TABLE first (id int)' };
const createIndex = 'CREATE INDEX CONCURRENTLY IF NOT EXISTS "first_id_idx" ON "first" ("id");';
const second = { '20200102000000_second': `${outsideTransactionMarker}\n${createIndex}\n` };
const waitsForWriter = "query LIKE '%CREATE INDEX CONCURRENTLY%' AND wait_event = 'virtualxid'";

/** A database with the first migration, and an open transaction that has written to its table. */
async function writtenTable(t: ExecutionContext) {
  const databaseUrl = await emptyDatabase(t);
  await migrate({ databaseUrl, folder: await migrationFolder(t, first) });
  const writer = await openConnection(t, databaseUrl);
  await writer.query('BEGIN; INSERT INTO identity.first VALUES (1)');
  return { databaseUrl, writer, folder: await migrationFolder(t, { ...first, ...second }) };
}

const indexes = (databaseUrl: string) =>
  rowsOf(
    databaseUrl,
    `SELECT relname AS name, indisvalid AS valid FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE indrelid = 'identity.first'::regclass`,
  );
const valid = [{ name: 'first_id_idx', valid: true }];

test('an index is built while others write to the table, and is recorded as Prisma records it', async (t) => {
  const { databaseUrl, writer, folder } = await writtenTable(t);
  const migration = migrate({ databaseUrl, folder });
  await untilActivity(databaseUrl, waitsForWriter);
  await rowsOf(databaseUrl, 'INSERT INTO identity.first VALUES (2)');
  // The previous version does not know this migration. It must be able to start meanwhile.
  const previous = await migrationFolder(t, first);
  t.deepEqual((await migrationStatus({ databaseUrl, folder: previous })).pending, []);
  await writer.query('COMMIT');
  t.deepEqual(await migration, ['20200102000000_second']);
  t.deepEqual(await indexes(databaseUrl), valid);
  t.deepEqual(await migrationStatus({ databaseUrl, folder }), {
    applied: ['20200101000000_first', '20200102000000_second'],
    pending: [],
  });
  const history = 'SELECT applied_steps_count, finished_at IS NULL AS unfinished FROM identity._prisma_migrations';
  t.deepEqual(
    await rowsOf(databaseUrl, history),
    [1, 1].map((count) => ({ applied_steps_count: count, unfinished: false })),
  );
});

test('a run that ended in the middle is repeated: its invalid index is built anew', async (t) => {
  const { databaseUrl, writer, folder } = await writtenTable(t);
  const interrupted = migrate({ databaseUrl, folder });
  const failure = t.throwsAsync(interrupted, { message: /"20200102000000_second" could not be applied/u });
  const pid = await untilActivity(databaseUrl, waitsForWriter);
  await writer.query('SELECT pg_terminate_backend($1)', [pid]);
  await failure;
  t.deepEqual(await indexes(databaseUrl), [{ name: 'first_id_idx', valid: false }]);
  await writer.query('COMMIT');
  t.deepEqual(await migrate({ databaseUrl, folder }), ['20200102000000_second']);
  t.deepEqual(await indexes(databaseUrl), valid);
});

test('an index that was built but not recorded is kept', async (t) => {
  const { databaseUrl, writer, folder } = await writtenTable(t);
  await writer.query('COMMIT');
  await rowsOf(databaseUrl, 'CREATE INDEX first_id_idx ON identity.first (id)');
  const oid = 'SELECT oid FROM pg_class WHERE relname = $1';
  const before = await rowsOf(databaseUrl, oid, ['first_id_idx']);
  t.deepEqual(await migrate({ databaseUrl, folder }), ['20200102000000_second']);
  t.deepEqual(await rowsOf(databaseUrl, oid, ['first_id_idx']), before);
});

test('a process that waits for the lock does not stop the one that builds an index', async (t) => {
  const { databaseUrl, writer, folder } = await writtenTable(t);
  const builder = migrate({ databaseUrl, folder });
  await untilActivity(databaseUrl, waitsForWriter);
  const waiter = migrate({ databaseUrl, folder });
  await untilActivity(databaseUrl, "query LIKE '%pg_try_advisory_lock%'");
  await writer.query('COMMIT');
  t.deepEqual(await Promise.all([builder, waiter]), [['20200102000000_second'], []]);
  t.deepEqual(await indexes(databaseUrl), valid);
});

/** A tool that waits for the lock in one statement, as Prisma's engine does, while our runner builds an index. */
async function waitingTool(t: ExecutionContext) {
  const { databaseUrl, writer, folder } = await writtenTable(t);
  const tool = await openConnection(t, databaseUrl);
  // PostgreSQL ends one of the two that wait for each other. It has to be ours.
  await tool.query("SET deadlock_timeout = '1min'");
  const builder = migrate({ databaseUrl, folder });
  await untilActivity(databaseUrl, waitsForWriter);
  const lock = tool.query('SELECT pg_advisory_lock(72707369)');
  await untilActivity(databaseUrl, "wait_event = 'advisory'");
  await writer.query('COMMIT');
  await lock;
  return { databaseUrl, folder, builder, tool };
}

test("a tool that waits for the lock in one statement, as Prisma's engine does, gets it", async (t) => {
  const { databaseUrl, builder, tool } = await waitingTool(t);
  await tool.query('SELECT pg_advisory_unlock(72707369)');
  t.deepEqual(await builder, ['20200102000000_second']);
  t.deepEqual(await indexes(databaseUrl), valid);
});

test('what another tool has applied between two attempts is not applied again', async (t) => {
  const { databaseUrl, folder, builder, tool } = await waitingTool(t);
  const checksum = (await readMigrations(folder))[1]?.checksum;
  await tool.query(
    `INSERT INTO identity._prisma_migrations (id, checksum, migration_name, finished_at)
     VALUES ('1', $1, '20200102000000_second', now())`,
    [checksum],
  );
  await tool.query('SELECT pg_advisory_unlock(72707369)');
  t.deepEqual(await builder, []);
  t.deepEqual(await indexes(databaseUrl), []);
});

test('a unique index that cannot be built leaves nothing behind that refuses writes', async (t) => {
  const databaseUrl = await emptyDatabase(t);
  await migrate({ databaseUrl, folder: await migrationFolder(t, first) });
  await rowsOf(databaseUrl, 'INSERT INTO identity.first VALUES (1), (1)');
  const unique = `${outsideTransactionMarker}\n${createIndex.replace('INDEX', 'UNIQUE INDEX')}`;
  const folder = await migrationFolder(t, { ...first, '20200102000000_unique': unique });
  const error = await t.throwsAsync(migrate({ databaseUrl, folder }), { message: /"20200102000000_unique"/u });
  t.like(error.cause, { code: '23505' });
  t.deepEqual(await indexes(databaseUrl), []);
  t.deepEqual((await migrationStatus({ databaseUrl, folder })).pending, ['20200102000000_unique']);
});

test('a statement can commit batches of rows', async (t) => {
  const databaseUrl = await emptyDatabase(t);
  await migrate({ databaseUrl, folder: await migrationFolder(t, first) });
  await rowsOf(databaseUrl, 'INSERT INTO identity.first SELECT generate_series(1, 10)');
  const fill = `${outsideTransactionMarker}
DO $$
BEGIN
  LOOP
    UPDATE first SET id = -id WHERE ctid IN (SELECT ctid FROM first WHERE id > 0 LIMIT 3);
    EXIT WHEN NOT FOUND;
    COMMIT;
  END LOOP;
END $$;
`;
  const folder = await migrationFolder(t, { ...first, '20200102000000_fill': fill });
  t.deepEqual(await migrate({ databaseUrl, folder }), ['20200102000000_fill']);
  const counts = 'SELECT count(*)::int AS rows, count(DISTINCT xmin::text)::int AS transactions FROM identity.first';
  t.deepEqual(await rowsOf(databaseUrl, counts), [{ rows: 10, transactions: 4 }]);
});

test('without the marker in the first line, such a statement is refused', async (t) => {
  const databaseUrl = await emptyDatabase(t);
  const folder = await migrationFolder(t, { ...first, '20200102000000_second': createIndex });
  const error = await t.throwsAsync(migrate({ databaseUrl, folder }), { message: /"20200102000000_second"/u });
  t.like(error.cause, { code: '25001' });
});
