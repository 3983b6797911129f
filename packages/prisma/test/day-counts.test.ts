import test from 'ava';
import { addToDay, countDays, countDaysJob, type DayFigure, readDayCounts, uuidV7 } from '../src/index.js';
import { useDatabase } from './support/use-database.js';

const database = useDatabase(test);

// All tests are serial: the numbers of a day are those of the whole database.

const ofEvents: DayFigure = {
  name: 'sign-ins',
  sql: `SELECT count(*) FROM identity.events WHERE type = 'session.started'
        AND (type, id) >= ('session.started', day.first_id) AND (type, id) < ('session.started', day.end_id)`,
  ofPast: true,
};
const dayMilliseconds = 24 * 60 * 60 * 1000;

/** Adds events at noon of a day. */
async function addEvents(count: number, { ago, type = 'session.started' }: { ago: number; type?: string }) {
  const noon = Math.floor(Date.now() / dayMilliseconds - ago) * dayMilliseconds + dayMilliseconds / 2;
  const digits = noon.toString(16).padStart(12, '0');
  const first = `${digits.slice(0, 8)}-${digits.slice(8)}`;
  for (let index = 0; index < count; index += 1)
    await database.db.event.create({ data: { id: `${first}${uuidV7().slice(13)}`, type, actorKind: 'user' } });
}

const numbersOf = async (name: DayFigure['name'], days = 4) =>
  (await readDayCounts(database.pool, days)).counts.get(name);

test.serial('events are counted by day, the newest week first and older days with the next runs', async (t) => {
  await addEvents(2, { ago: 0 });
  await addEvents(3, { ago: 1 });
  await addEvents(1, { ago: 8 });
  await addEvents(5, { ago: 1, type: 'session.ended' });
  await countDays(database.pool, ofEvents);
  t.deepEqual(await numbersOf('sign-ins', 9), [null, null, 0, 0, 0, 0, 0, 3, 2]);
  await countDays(database.pool, ofEvents);
  t.deepEqual(await numbersOf('sign-ins', 9), [1, 0, 0, 0, 0, 0, 0, 3, 2]);
});

test.serial('today is counted again, a day that is over only once after its end', async (t) => {
  await addEvents(1, { ago: 0 });
  await addEvents(1, { ago: 2 });
  await countDays(database.pool, ofEvents);
  t.deepEqual(await numbersOf('sign-ins'), [0, 0, 3, 3], 'the event of two days ago is not found any more');
  await database.pool.query(
    "UPDATE identity.day_counts SET counted_at = day::timestamp AT TIME ZONE 'UTC' + interval '23 hours'",
  );
  await countDays(database.pool, ofEvents);
  t.deepEqual(await numbersOf('sign-ins'), [0, 1, 3, 3], 'unless its number was not final');
});

test.serial('a state has a number only for the days on which it was read', async (t) => {
  const state: DayFigure = { name: 'held-seats', sql: 'SELECT 7', ofPast: false };
  await countDaysJob(database.pool, 'test', [state]).run(new AbortController().signal);
  t.deepEqual(await numbersOf('held-seats'), [null, null, null, 7]);
});

test.serial('numbers are added to today, also at once', async (t) => {
  await Promise.all([1, 2, 3, 4].map((count) => addToDay(database.pool, 'token-requests', count)));
  t.deepEqual(await numbersOf('token-requests', 2), [null, 10]);
});

test.serial('the days end with today; a figure without any number is left out', async (t) => {
  const { days, counts } = await readDayCounts(database.pool, 30);
  t.is(days.length, 30);
  t.is(days.at(-1), new Date().toISOString().slice(0, 10));
  t.false(counts.has('failed-mails'));
});

test.serial('a day of events is a range of an index, and the numbers are found by their key', async (t) => {
  await database.pool.query(
    `INSERT INTO identity.events (id, type, actor_kind)
     SELECT (lpad(to_hex((extract(epoch FROM now() - make_interval(mins => i)) * 1000)::bigint), 12, '0')
       || '7000' || lpad(to_hex(i), 16, '8'))::uuid, CASE WHEN i % 2 = 0 THEN 'session.started' ELSE 'other' END, 'user'
     FROM generate_series(1, 20000) i`,
  );
  await database.pool.query('VACUUM ANALYZE identity.events');
  const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN WITH day AS MATERIALIZED (SELECT gen_random_uuid() AS first_id, gen_random_uuid() AS end_id)
     SELECT * FROM day CROSS JOIN LATERAL (${ofEvents.sql}) counted`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  t.regex(plan, /(?:Index Only Scan using|Bitmap Index Scan on) events_\w+_type_id_idx/u);
  t.notRegex(plan, /Seq Scan on events_until/u);
});
