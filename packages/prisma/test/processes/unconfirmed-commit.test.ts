import { type RunningPostgres, startTemporaryPostgres } from '@org/identity-dev-postgres';
import test, { type ExecutionContext } from 'ava';
import pg from 'pg';
import { migrate, type OpenDatabase, openDatabase, unavailableReason } from '../../src/index.js';
import { until } from '../support/until.js';

let postgres: RunningPostgres;
let operator: pg.Client;
test.before(async () => {
  const settings = { wal_level: 'replica', max_wal_senders: '2', synchronous_commit: 'on' };
  postgres = await startTemporaryPostgres({ settings, inMemory: true });
  await migrate({ databaseUrl: postgres.url });
  operator = new pg.Client(postgres.url);
  await operator.connect();
  await operator.query('SET synchronous_commit = local');
  // A role may hide warnings: the pool must see them all the same.
  await operator.query(`ALTER ROLE CURRENT_USER SET client_min_messages = 'error'`);
  await operator.query('CREATE TABLE written (id int GENERATED ALWAYS AS IDENTITY, word text)');
});
test.after.always(async () => {
  await operator?.end();
  await postgres?.stop();
});

const waiting = `FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
const anyWaits = async () => (await operator.query(`SELECT 1 ${waiting}`)).rows.length > 0;

/** From now on, commits wait for a standby that does not exist. */
async function loseStandby(): Promise<void> {
  await operator.query(`ALTER SYSTEM SET synchronous_standby_names = 'nobody'`);
  await operator.query('SELECT pg_reload_conf()');
  const witness = new pg.Client(postgres.url);
  witness.on('error', () => undefined);
  await witness.connect();
  // The setting has arrived as soon as a commit waits.
  let open = true;
  const write = async () => {
    while (open) await witness.query(`INSERT INTO written (word) VALUES ('witness')`);
  };
  const wrote = write();
  await until(anyWaits);
  open = false;
  await operator.query(`SELECT pg_terminate_backend(pid, 60000) ${waiting}`);
  await wrote.catch(() => undefined);
}

async function restoreStandby(): Promise<void> {
  await operator.query('ALTER SYSTEM RESET synchronous_standby_names');
  await operator.query('SELECT pg_reload_conf()');
}

async function open(t: ExecutionContext, statement = 60_000): Promise<OpenDatabase> {
  const database = openDatabase({ databaseUrl: postgres.url, timeouts: { statement } });
  t.teardown(() => database.close());
  // A connection that is used before and after.
  await database.pool.query('SELECT 1');
  return database;
}

/** Every way to commit: by pg without and with values, as a prepared statement, by Prisma, in a transaction. */
const commits: Record<string, (database: OpenDatabase) => Promise<unknown>> = {
  'a statement': ({ pool }) => pool.query(`INSERT INTO written (word) VALUES ('plain')`),
  'a statement with values': ({ pool }) => pool.query('INSERT INTO written (word) VALUES ($1)', ['values']),
  'a prepared statement': ({ pool }) =>
    pool.query({ name: 'write', text: 'INSERT INTO written (word) VALUES ($1)', values: ['prepared'] }),
  'a model of Prisma': ({ db }) => db.tenant.create({ data: { slug: `model-${Date.now()}`, name: 'model' } }),
  'a raw statement of Prisma': ({ db }) => db.$executeRaw`INSERT INTO written (word) VALUES (${'raw'})`,
  'a transaction of Prisma': ({ db }) =>
    db.$transaction((tx) => tx.tenant.create({ data: { slug: `transaction-${Date.now()}`, name: 'transaction' } })),
  'a transaction by hand': async ({ pool }) => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(`INSERT INTO written (word) VALUES ('hand')`);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  },
};

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'success',
    (error: unknown) => error,
  );

for (const end of ['pg_cancel_backend(pid)', 'pg_terminate_backend(pid, 60000)']) {
  for (const [name, commit] of Object.entries(commits)) {
    test.serial(`${name} that waits for a standby does not succeed after ${end.split('(')[0]}`, async (t) => {
      const database = await open(t);
      await loseStandby();
      const outcome = failureOf(commit(database));
      const pids = await until(async () => {
        const { rows } = await operator.query<{ pid: number }>(`SELECT pid ${waiting}`);
        return rows.length > 0 && rows.map(({ pid }) => pid);
      });
      await operator.query(`SELECT ${end} ${waiting}`);
      const failure = await outcome;
      // When it ends a connection, PostgreSQL may close it before the warning is sent.
      const expected = end.startsWith('pg_cancel') ? ['unconfirmed'] : ['unconfirmed', 'away'];
      t.true(expected.includes(unavailableReason(failure) ?? ''), String(failure));
      await restoreStandby();
      // The connection is closed, and the pool has another one.
      await until(async () => {
        const { rows } = await operator.query('SELECT 1 FROM pg_stat_activity WHERE pid = ANY($1)', [pids]);
        return rows.length === 0;
      });
      await t.notThrowsAsync(commit(database));
    });
  }
}

test.serial('a commit that no standby confirms in time fails, although PostgreSQL has no timeout for it', async (t) => {
  const database = await open(t, 500);
  await loseStandby();
  const failures = await Promise.all(Object.values(commits).map((commit) => failureOf(commit(database))));
  t.deepEqual([...new Set(failures.map(unavailableReason))], ['unconfirmed']);
  await restoreStandby();
  // The changes are there as soon as they are confirmed: their outcome was unknown.
  await until(async () => !(await anyWaits()));
  for (const commit of Object.values(commits)) await t.notThrowsAsync(commit(database));
});
