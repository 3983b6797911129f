import test, { type ExecutionContext } from 'ava';
import { migrate } from '../../src/index.js';
import { openConnection } from '../support/connection.js';
import { emptyDatabase } from '../support/empty-database.js';
import { migrationFolder } from '../support/migration-folder.js';
import { rowsOf } from '../support/rows.js';

const first = { '20200101000000_first': 'CREATE TABLE first (id int)' };
const second = { '20200102000000_second': 'CREATE TABLE second (id int); ALTER TABLE first ADD COLUMN name text' };
const lockWaits = { waitMilliseconds: 50, attempts: 3, pauseMilliseconds: 1 };

/** A database with the first migration, and an open transaction that has read its table. */
async function readTable(t: ExecutionContext) {
  const databaseUrl = await emptyDatabase(t);
  await migrate({ databaseUrl, folder: await migrationFolder(t, first) });
  const reader = await openConnection(t, databaseUrl);
  await reader.query('BEGIN; SELECT * FROM identity.first');
  return { databaseUrl, reader, folder: await migrationFolder(t, { ...first, ...second }) };
}

const namesOf = async (databaseUrl: string) =>
  (await rowsOf(databaseUrl, 'SELECT migration_name FROM identity._prisma_migrations ORDER BY 1')).map(
    (row) => row['migration_name'],
  );

test('a migration that waits for a long transaction lets other requests pass between its attempts', async (t) => {
  const { databaseUrl, reader, folder } = await readTable(t);
  const waits: string[] = [];
  const applied = await migrate({
    databaseUrl,
    folder,
    lockWaits,
    async onWait(name) {
      waits.push(name);
      // A statement that waits for an exclusive lock would make this one wait, too.
      t.deepEqual(await rowsOf(databaseUrl, 'SELECT * FROM identity.first'), []);
      if (waits.length === 2) await reader.query('COMMIT');
    },
  });
  t.deepEqual(applied, ['20200102000000_second']);
  t.deepEqual(waits, ['20200102000000_second', '20200102000000_second']);
  t.deepEqual(await namesOf(databaseUrl), ['20200101000000_first', '20200102000000_second']);
});

test('a migration that never gets its locks fails, names the transaction in its way and changes nothing', async (t) => {
  const { databaseUrl, reader, folder } = await readTable(t);
  const { rows } = await reader.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const error = await t.throwsAsync(migrate({ databaseUrl, folder, lockWaits }));
  t.regex(error.message, /"20200102000000_second" did not get its locks in 3 attempts of 50 ms/u);
  t.true(error.message.includes(`process ${rows[0]?.pid}`), error.message);
  t.like(error.cause, { code: '55P03' });
  t.deepEqual(await namesOf(databaseUrl), ['20200101000000_first']);
  t.deepEqual(await rowsOf(databaseUrl, "SELECT to_regclass('identity.second') AS found"), [{ found: null }]);
  await reader.query('COMMIT');
  t.deepEqual(await migrate({ databaseUrl, folder, lockWaits }), ['20200102000000_second']);
});

test('a migration that fails for another reason is not tried again', async (t) => {
  const databaseUrl = await emptyDatabase(t);
  const folder = await migrationFolder(t, { '20200101000000_broken': 'SELECT 1 / 0' });
  const onWait = () => t.fail();
  await t.throwsAsync(migrate({ databaseUrl, folder, lockWaits, onWait }), { message: /"20200101000000_broken"/u });
});
