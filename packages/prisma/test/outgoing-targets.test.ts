import { randomUUID } from 'node:crypto';
import test from 'ava';
import { deleteUnusedTargets, takeRequests, type WantedRequests } from '../src/outgoing-targets.js';
import { useDatabase } from './support/use-database.js';

const database = useDatabase(test);

/** A target of its own for each test. */
function newTarget() {
  const target = `${randomUUID()}.test`;
  const limits = { perSecond: 10, ofOwner: { owner: 'one', perSecond: 4 } };
  const take = (changes: Partial<WantedRequests> = {}) =>
    takeRequests(database.pool, { target, count: 1, patient: false, limits, ...changes });
  const of = (owner: string, count: number, patient = false) =>
    take({ count, patient, limits: { ...limits, ofOwner: { owner, perSecond: 4 } } });
  /** Makes time pass for this target. */
  const pass = (seconds: number) =>
    database.pool.query(
      `UPDATE identity.outgoing_targets SET taken = ARRAY(SELECT at - make_interval(secs => $2) FROM unnest(taken) at),
         next_at = next_at - make_interval(secs => $2), queue_until = queue_until - make_interval(secs => $2),
         patient_until = patient_until - make_interval(secs => $2), used_at = used_at - make_interval(secs => $2)
       WHERE target = $1`,
      [target, seconds],
    );
  return { target, take, of, pass };
}

test('a second has so many requests of an owner, and no more', async (t) => {
  const { of, pass } = newTarget();
  t.is((await of('one', 3)).count, 3);
  t.is((await of('one', 3)).count, 1);
  const refused = await of('one', 3);
  t.is(refused.count, 0);
  t.true(refused.waitMilliseconds > 500 && refused.waitMilliseconds <= 1_100, String(refused.waitMilliseconds));
  t.is((await of('two', 3)).count, 3);
  await pass(1.2);
  t.is((await of('one', 9)).count, 4);
});

test('all owners together have a limit, too', async (t) => {
  const { of, take } = newTarget();
  const counts = [];
  for (const owner of ['one', 'two', 'three', 'four']) counts.push((await of(owner, 4)).count);
  t.deepEqual(counts, [4, 4, 2, 0]);
  t.is((await take({ limits: { perSecond: 10 } })).count, 0);
  t.is((await takeRequests(database.pool, { ...other(), target: `${randomUUID()}.test` })).count, 5);
});

const other = () => ({ count: 5, patient: false, limits: { perSecond: 10 } });

test('callers at the same time get no more than one after the other', async (t) => {
  const { of } = newTarget();
  const owners = Array.from({ length: 30 }, (_, index) => String(index % 5));
  const counts = await Promise.all(owners.map(async (owner) => (await of(owner, 2)).count));
  t.is(
    counts.reduce((sum, count) => sum + count, 0),
    10,
  );
});

test('those that wait are told to come one after the other', async (t) => {
  const { of } = newTarget();
  await of('one', 4);
  const waits = [];
  for (let caller = 0; caller < 3; caller += 1) waits.push((await of('one', 4)).waitMilliseconds);
  const [first = 0, second = 0, third = 0] = waits;
  t.true(second - first > 900 && third - second > 900, waits.join(' '));
});

test('what can wait leaves a quarter to others, and comes after all that wait', async (t) => {
  const { of, pass } = newTarget();
  t.is((await of('one', 9, true)).count, 3);
  t.is((await of('one', 9, true)).count, 0);
  t.is((await of('one', 1)).count, 1);
  // This one waits for a slot.
  t.is((await of('one', 1)).count, 0);
  await pass(1.15);
  t.is((await of('one', 3, true)).count, 0);
  t.is((await of('one', 1)).count, 1);
  await pass(0.5);
  t.is((await of('one', 9, true)).count, 2);
});

test('targets that are no longer used are deleted', async (t) => {
  const [old, used] = [newTarget(), newTarget()];
  await old.of('one', 1);
  await used.of('one', 1);
  await old.pass(3_700);
  await deleteUnusedTargets(database.pool);
  const { rows } = await database.pool.query<{ target: string }>(
    'SELECT DISTINCT target FROM identity.outgoing_targets WHERE target = ANY($1)',
    [[old.target, used.target]],
  );
  t.deepEqual(rows, [{ target: used.target }]);
});
