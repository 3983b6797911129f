import test from 'ava';
import { batchStatement, createOidcAdapter, lookUp, runBatched } from '../../src/index.js';
import { openRecordedPool } from '../support/recorded-pool.js';
import { useDatabase } from '../support/use-database.js';

const database = useDatabase(test);

const even = lookUp(
  'test_even',
  ['int', 'text'],
  'SELECT asked_for, $2 AS word FROM generate_series(0, 1000, 2) asked_for WHERE asked_for = $1',
);
const asNumber = lookUp('test_as_number', ['text'], 'SELECT $1::int AS number');

test('calls in one iteration of the event loop share one statement, and each gets its own row', async (t) => {
  const { pool, statements } = openRecordedPool(database.url);
  t.teardown(() => pool.end());
  const numbers = [4, 3, 10, 4, 1002];
  const rows = await Promise.all(numbers.map((number) => runBatched(pool, even, [number, `word ${number}`])));
  const row = (number: number, line: number) => ({ line, asked_for: number, word: `word ${number}` });
  t.deepEqual(rows, [row(4, 1), undefined, row(10, 3), row(4, 4), undefined]);
  t.is(statements.length, 1);
});

test('a later call gets the row of a later statement', async (t) => {
  const { pool, statements } = openRecordedPool(database.url);
  t.teardown(() => pool.end());
  const first = runBatched(pool, even, [2, 'a']);
  await new Promise((resolve) => setImmediate(resolve));
  const second = runBatched(pool, even, [2, 'b']);
  const words = (await Promise.all([first, second])).map((row) => row?.['word']);
  t.deepEqual(words, ['a', 'b']);
  t.is(statements.length, 2);
});

test('many who ask at once are answered in several statements, nobody twice', async (t) => {
  const { pool, statements } = openRecordedPool(database.url);
  t.teardown(() => pool.end());
  const numbers = Array.from({ length: 150 }, (_, index) => index * 2);
  const rows = await Promise.all(numbers.map((number) => runBatched(pool, even, [number, ''])));
  t.deepEqual(
    rows.map((row) => row?.['asked_for']),
    numbers,
  );
  t.is(statements.length, 3);
});

test('what PostgreSQL refuses to one fails for that one alone', async (t) => {
  const { pool } = database;
  const asked = ['1', 'nonsense', '3', 'nul \u0000'].map((text) => runBatched(pool, asNumber, [text]));
  const results = await Promise.allSettled(asked);
  t.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value?.['number'] : 'failed')),
    [1, 'failed', 3, 'failed'],
  );
});

test('without a database all who ask are told so', async (t) => {
  const { pool } = openRecordedPool(Object.assign(new URL(database.url), { port: '1' }).href);
  t.teardown(() => pool.end());
  const results = await Promise.allSettled([2, 4].map((number) => runBatched(pool, even, [number, ''])));
  t.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
});

test('tokens of machines that are written at once are written together, others alone: those may wait for their grant', async (t) => {
  const { pool, statements } = openRecordedPool(database.url);
  t.teardown(() => pool.end());
  const tokens = createOidcAdapter(pool)('RefreshToken');
  const write = (jti: string, grantId?: string) =>
    tokens.upsert(jti, { jti, clientId: 'some-client', ...(grantId ? { grantId } : {}) }, 60);
  const written = await Promise.allSettled([
    write('together-0'),
    write('together-1', 'no-such-grant'),
    write('together-2'),
  ]);
  t.deepEqual(
    written.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  t.is(statements.length, 2);
  const found = await Promise.all([0, 1, 2].map((index) => tokens.find(`together-${index}`)));
  t.deepEqual(
    found.map((token) => token?.jti),
    ['together-0', undefined, 'together-2'],
  );
});

const locked = lookUp('test_locked', ['int'], 'SELECT $1 AS key, pg_advisory_xact_lock($1)');

test('runs that wait for a lock do not hold up those who ask later', async (t) => {
  const { pool } = database;
  const holder = await pool.connect();
  await holder.query('SELECT pg_advisory_lock(1)');
  const ask = (key: number) => runBatched<{ key: number }>(pool, locked, [key]);
  const waiting: Promise<unknown>[] = [];
  for (let round = 0; round < 2; round += 1) {
    waiting.push(ask(1));
    await new Promise((resolve) => setImmediate(resolve));
  }
  t.is((await ask(2))?.key, 2);
  await holder.query('SELECT pg_advisory_unlock(1)');
  holder.release();
  t.is((await Promise.all(waiting)).length, 2);
});

const oneInFlight = batchStatement(
  'test_one_in_flight',
  ['int'],
  'SELECT line::int AS line, pg_advisory_xact_lock_shared(v1) FROM batch',
  { maxInFlight: 1, maxWaitMilliseconds: 60_000 },
);

test('while the maximum of batches is in flight, calls of several iterations share the next one', async (t) => {
  const { pool, statements } = openRecordedPool(database.url);
  t.teardown(() => pool.end());
  const holder = await database.pool.connect();
  await holder.query('SELECT pg_advisory_lock(2)');
  const asked: Promise<unknown>[] = [];
  for (const key of [2, 3, 3, 3]) {
    asked.push(runBatched(pool, oneInFlight, [key]));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await holder.query('SELECT pg_advisory_unlock(2)');
  holder.release();
  t.is((await Promise.all(asked)).length, 4);
  t.is(statements.length, 2);
});
