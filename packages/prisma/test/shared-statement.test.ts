import test from 'ava';
import { createOidcAdapter, lookUp, runShared } from '../src/index.js';
import { openRecordedPool } from './support/recorded-pool.js';
import { useDatabase } from './support/use-database.js';

const database = useDatabase(test);

const even = lookUp(
  'test_even',
  ['int', 'text'],
  'SELECT asked_for, $2 AS word FROM generate_series(0, 1000, 2) asked_for WHERE asked_for = $1',
);
const asNumber = lookUp('test_as_number', ['text'], 'SELECT $1::int AS number');

test('all who ask in one turn are answered by one statement, each with its own row', async (t) => {
  const { pool, statements } = openRecordedPool(database.url);
  t.teardown(() => pool.end());
  const numbers = [4, 3, 10, 4, 1002];
  const rows = await Promise.all(numbers.map((number) => runShared(pool, even, [number, `word ${number}`])));
  const row = (number: number, place: number) => ({ place, asked_for: number, word: `word ${number}` });
  t.deepEqual(rows, [row(4, 1), undefined, row(10, 3), row(4, 4), undefined]);
  t.is(statements.length, 1);
});

test('who asks in a later turn is answered by a statement that begins later', async (t) => {
  const { pool, statements } = openRecordedPool(database.url);
  t.teardown(() => pool.end());
  const first = runShared(pool, even, [2, 'a']);
  await new Promise((resolve) => setImmediate(resolve));
  const second = runShared(pool, even, [2, 'b']);
  const words = (await Promise.all([first, second])).map((row) => row?.['word']);
  t.deepEqual(words, ['a', 'b']);
  t.is(statements.length, 2);
});

test('many who ask at once are answered in several statements, nobody twice', async (t) => {
  const { pool, statements } = openRecordedPool(database.url);
  t.teardown(() => pool.end());
  const numbers = Array.from({ length: 150 }, (_, index) => index * 2);
  const rows = await Promise.all(numbers.map((number) => runShared(pool, even, [number, ''])));
  t.deepEqual(
    rows.map((row) => row?.['asked_for']),
    numbers,
  );
  t.is(statements.length, 3);
});

test('what PostgreSQL refuses to one fails for that one alone', async (t) => {
  const { pool } = database;
  const asked = ['1', 'nonsense', '3', 'nul \u0000'].map((text) => runShared(pool, asNumber, [text]));
  const results = await Promise.allSettled(asked);
  t.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value?.['number'] : 'failed')),
    [1, 'failed', 3, 'failed'],
  );
});

test('without a database all who ask are told so', async (t) => {
  const { pool } = openRecordedPool(Object.assign(new URL(database.url), { port: '1' }).href);
  t.teardown(() => pool.end());
  const results = await Promise.allSettled([2, 4].map((number) => runShared(pool, even, [number, ''])));
  t.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
});

test('tokens that are written at once are written together, and one without a grant fails alone', async (t) => {
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
  // Once for all, then each for itself.
  t.is(statements.length, 4);
  const found = await Promise.all([0, 1, 2].map((index) => tokens.find(`together-${index}`)));
  t.deepEqual(
    found.map((token) => token?.jti),
    ['together-0', undefined, 'together-2'],
  );
});
