import test from 'ava';
import { watchFeed } from '../../src/event-feed/watch-feed.js';
import { uuidV7 } from '../../src/ids.js';
import { useDatabase } from '../support/use-database.js';

const database = useDatabase(test);
const never = 10 * 60_000;

const publish = () =>
  database.pool.query(`INSERT INTO identity.events (id, type, actor_kind) VALUES ($1, 'tenant.updated', 'system')`, [
    uuidV7(),
  ]);

test.serial('who waits is woken by a new event, whichever process wrote it', async (t) => {
  const watch = watchFeed(database.pool);
  // The first look wakes everybody: they may have missed something before.
  await watch.wait(never);
  const woken = [watch.wait(never), watch.wait(never)];
  await publish();
  await Promise.all(woken);
  await watch.close();
  t.pass();
});

test.serial('a wait ends with its time, with its signal and with the watch', async (t) => {
  const watch = watchFeed(database.pool);
  await watch.wait(never);
  await watch.wait(1);
  const stop = new AbortController();
  const stopped = watch.wait(never, { signal: stop.signal });
  stop.abort();
  await stopped;
  const last = watch.wait(never);
  await watch.close();
  await last;
  await watch.wait(never);
  t.pass();
});

test.serial('nobody asks the database while nobody waits, and one question serves all', async (t) => {
  let questions = 0;
  const pool = {
    query: (text: string) => {
      questions += 1;
      return database.pool.query(text);
    },
  } as unknown as typeof database.pool;
  const watch = watchFeed(pool);
  t.is(questions, 0);
  await Promise.all(Array.from({ length: 100 }, () => watch.wait(never)));
  t.is(questions, 1);
  await watch.close();
});

test.serial('if the database cannot be asked, it is asked again', async (t) => {
  let fails = true;
  const errors: unknown[] = [];
  const pool = {
    query: (text: string) => {
      const failing = fails;
      fails = false;
      return failing ? Promise.reject(new Error('away')) : database.pool.query(text);
    },
  } as unknown as typeof database.pool;
  const watch = watchFeed(pool, (error) => void errors.push(error));
  await watch.wait(never);
  t.is(errors.length, 1);
  await watch.close();
});

test.serial('what was committed while an older transaction still runs is not complete yet', async (t) => {
  const watch = watchFeed(database.pool);
  t.is(watch.completeUntil(), undefined);
  const open = await database.pool.connect();
  await open.query('BEGIN');
  await open.query('SELECT pg_current_xact_id()');
  const before = performance.now();
  await publish();
  const looks = async (count: number) => {
    for (let done = 0; done < count; done += 1) await watch.wait(250);
  };
  await looks(3);
  t.true((watch.completeUntil() ?? 0) < before);
  await open.query('COMMIT');
  open.release();
  while ((watch.completeUntil() ?? 0) < before) await looks(1);
  await watch.close();
  t.pass();
});
