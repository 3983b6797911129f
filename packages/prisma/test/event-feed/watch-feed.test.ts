import test from 'ava';
import { eventId } from '../../src/event-feed/event-id.js';
import { watchFeed } from '../../src/event-feed/watch-feed.js';
import { useDatabase } from '../support/use-database.js';

const database = useDatabase(test);
const never = 10 * 60_000;

const publish = () =>
  database.pool.query(`INSERT INTO identity.events (id, type, actor_kind) VALUES ($1, 'tenant.updated', 'system')`, [
    eventId(),
  ]);

test.serial('who waits is woken by a new event, whichever process wrote it', async (t) => {
  const watch = watchFeed(database.pool);
  // The first look wakes everybody: they may have missed something before.
  await watch.wait(never);
  const woken = [watch.wait(never), watch.wait(never)];
  await publish();
  await Promise.all(woken);
  watch.close();
  t.pass();
});

test.serial('a wait ends with its time, with its signal and with the watch', async (t) => {
  const watch = watchFeed(database.pool);
  await watch.wait(never);
  await watch.wait(1);
  const stop = new AbortController();
  const stopped = watch.wait(never, stop.signal);
  stop.abort();
  await stopped;
  const last = watch.wait(never);
  watch.close();
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
  watch.lookSoon();
  t.is(questions, 1);
  watch.close();
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
  watch.close();
});
