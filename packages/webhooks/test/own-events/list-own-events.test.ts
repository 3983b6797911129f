import { randomUUID } from 'node:crypto';
import { countReads, openTestDatabase, recordStatements } from '@org/identity-testing';
import test from 'ava';
import { listOwnEvents } from '../../src/own-events/list-own-events.js';

test('the own events of a user are read by an index, whatever else there is', async (t) => {
  const database = await openTestDatabase(t);
  const statements = recordStatements(database);
  const userId = randomUUID();
  const fill = (count: number, subject: string, type: string) =>
    database.pool.query(
      `INSERT INTO identity.events (id, type, actor_kind, actor_id, subject_id)
       SELECT md5($1 || n)::uuid, $2, 'user', $1, $1 FROM generate_series(1, $3::int) n`,
      [subject, type, count],
    );
  for (let other = 0; other < 20; other += 1) await fill(1_000, randomUUID(), 'session.started');
  await fill(30, userId, 'session.started');
  await database.pool.query('ANALYZE identity.events');
  statements.length = 0;

  const { events, pagination } = await listOwnEvents(database.db, { userId, page: 2, limit: 10 });
  t.is(events.length, 10);
  t.deepEqual(pagination, { page: 2, limit: 10, total: 30, pages: 3 });
  const reading = statements.filter(({ text }) => /^\s*SELECT/u.test(text));
  t.is(reading.length, 2);
  for (const statement of reading) {
    const { entries } = await countReads(database, statement);
    // A few times the events of the user, of 20,000 in all.
    t.true(entries <= 10 * 30, `${entries} entries: ${statement.text}`);
  }
});
