import test, { type ExecutionContext } from 'ava';
import pg from 'pg';
import { type FeedWatch, watchFeed } from '../../src/event-feed/watch-feed.js';
import { uuidV7 } from '../../src/ids.js';
import { until } from '../support/until.js';
import { useDatabase } from '../support/use-database.js';

const database = useDatabase(test);
const never = 10 * 60_000;
/** Only a notification leads to a look. */
const onlyTold = { told: { urgent: never, others: never }, untold: { urgent: 100, others: 100 } };

const publish = () =>
  database.pool.query(`INSERT INTO identity.events (id, type, actor_kind) VALUES ($1, 'tenant.updated', 'system')`, [
    uuidV7(),
  ]);
const followers = async () => {
  const { rows } = await database.pool.query<{ id: string }>('SELECT process_id AS id FROM identity.feed_followers');
  return rows.map(({ id }) => id);
};
const listeners = `pid <> pg_backend_pid() AND datname = current_database() AND query LIKE '%INTO identity.feed_followers%'`;

const failWith = (t: ExecutionContext) => (error: unknown) => t.fail(String(error));

/** Waits until the watch looks only when it is told to. */
async function atRest(watch: FeedWatch, known: readonly string[] = []): Promise<void> {
  await until(async () => (await followers()).some((id) => !known.includes(id)));
  const before = performance.now();
  await publish();
  await until(async () => (watch.completeUntil() ?? 0) > before);
}

/** Waits for ever, as the readers do: after each wake again. */
function follow(watch: FeedWatch) {
  const stop = new AbortController();
  let wakes = 0;
  const ended = (async () => {
    while (!stop.signal.aborted) {
      await watch.wait(never, { signal: stop.signal, version: watch.version() });
      wakes += 1;
    }
  })();
  return {
    wakes: () => wakes,
    async end() {
      stop.abort();
      await watch.close();
      await ended;
    },
  };
}

test.serial('a commit of another process is told, and nobody asks again and again', async (t) => {
  const watch = watchFeed(database.pool, failWith(t), onlyTold);
  const reader = follow(watch);
  await atRest(watch);
  for (const _ of [1, 2, 3]) {
    const before = reader.wakes();
    await publish();
    await until(async () => reader.wakes() > before);
  }
  await reader.end();
  t.deepEqual(await followers(), [], 'nobody follows any more');
});

test.serial('what commits late, because it began before the process listened, is seen', async (t) => {
  const late = await database.pool.connect();
  await late.query('BEGIN');
  await late.query(`INSERT INTO identity.events (id, type, actor_kind) VALUES ($1, 'tenant.updated', 'system')`, [
    uuidV7(),
  ]);
  const watch = watchFeed(database.pool, failWith(t), onlyTold);
  const reader = follow(watch);
  await until(async () => (await followers()).length > 0);
  const before = reader.wakes();
  await late.query('COMMIT');
  late.release();
  await until(async () => reader.wakes() > before);
  await reader.end();
  t.pass();
});

test.serial(
  'an event that an open transaction holds back is seen when that one ends, without a further notice',
  async (t) => {
    const watch = watchFeed(database.pool, failWith(t), onlyTold);
    const reader = follow(watch);
    await atRest(watch);
    const open = await database.pool.connect();
    await open.query('BEGIN');
    await open.query('SELECT pg_current_xact_id()');
    const before = reader.wakes();
    await publish();
    await open.query('COMMIT');
    open.release();
    await until(async () => reader.wakes() > before);
    await reader.end();
    t.pass();
  },
);

test.serial('after the loss of the connection nothing is missed, and the next commits are told again', async (t) => {
  const errors: unknown[] = [];
  const watch = watchFeed(database.pool, (error) => void errors.push(error), onlyTold);
  const reader = follow(watch);
  await atRest(watch);
  const known = await followers();
  const before = reader.wakes();
  const { rowCount } = await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${listeners}`,
  );
  t.is(rowCount, 1);
  await publish();
  await until(async () => reader.wakes() > before);
  await atRest(watch, known);
  const again = reader.wakes();
  await publish();
  await until(async () => reader.wakes() > again);
  await reader.end();
  t.is(errors.length, 1);
});

test.serial('transactions notify only while a process follows', async (t) => {
  await database.pool.query('DELETE FROM identity.feed_followers');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  let told = 0;
  client.on('notification', () => {
    told += 1;
  });
  await client.query('LISTEN identity_events');
  await publish();
  const follower = `INSERT INTO identity.feed_followers (process_id, expires_at) VALUES ($1, now() + make_interval(secs => $2))`;
  await database.pool.query(follower, [uuidV7(), -1]);
  await publish();
  await client.query('SELECT 1');
  t.is(told, 0, 'there is none, or it was killed');
  await database.pool.query(follower, [uuidV7(), 60]);
  await publish();
  await until(async () => told > 0);
  t.is(told, 1);
  await client.end();
  await database.pool.query('DELETE FROM identity.feed_followers');
});

test.serial('while there are events all the time, no transaction notifies', async (t) => {
  const watch = watchFeed(database.pool, failWith(t));
  const reader = follow(watch);
  await until(async () => (await followers()).length > 0);
  await until(async () => {
    await publish();
    return (await followers()).length === 0;
  });
  const before = reader.wakes();
  await publish();
  await until(async () => reader.wakes() > before);
  await reader.end();
  t.pass();
});
