import { IdentityError, rateLimited } from '@org/identity-core';
import test from 'ava';
import pg from 'pg';
import { DatabaseAwayError, DatabaseBusyError } from '../../src/connection/database-watch.js';
import { markConnectionError } from '../../src/connection/unavailable-reason.js';
import { createTurns, inTurns } from '../../src/locks/turns.js';

const limits = { atOnce: 2, maxWaiting: 3, maxWaitMilliseconds: 60_000 };
const refused = { code: 'SERVICE_UNAVAILABLE' };

/** A task that ends when the test says so, and reports when it has started. */
function openTask() {
  let resolve: (value: string) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<string>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  let isStarted = false;
  return {
    end: () => resolve('done'),
    fail: (error: Error) => reject(error),
    hasStarted: () => isStarted,
    run() {
      isStarted = true;
      return promise;
    },
  };
}
const tasks = (count: number) => Array.from({ length: count }, openTask);
/** Waits until everything that can run now has run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));
const started = (all: ReturnType<typeof tasks>) => all.map(({ hasStarted }) => hasStarted());

test('so many tasks of a key run at once, the others follow in their order', async (t) => {
  const inTurn = createTurns(limits);
  const all = tasks(4);
  const ended = all.map(({ run }) => inTurn('one', run));
  await settle();
  t.deepEqual(started(all), [true, true, false, false]);
  all[1]?.end();
  await settle();
  t.deepEqual(started(all), [true, true, true, false]);
  for (const { end } of all) end();
  t.deepEqual(await Promise.all(ended), ['done', 'done', 'done', 'done']);
});

test('a key does not wait for the tasks of another', async (t) => {
  const inTurn = createTurns(limits);
  const stuck = tasks(4);
  const waiting = stuck.map(({ run }) => inTurn('one', run));
  t.is(await inTurn('two', () => Promise.resolve('at once')), 'at once');
  for (const { end } of stuck) end();
  await Promise.all(waiting);
});

test('one more than may wait is refused at once, with a time to come again', async (t) => {
  const inTurn = createTurns(limits);
  const all = tasks(5);
  const ended = all.map(({ run }) => inTurn('one', run));
  const error = await t.throwsAsync(inTurn('one', openTask().run), { ...refused, instanceOf: IdentityError });
  t.is(error?.headers['Retry-After'], '1');
  for (const { end } of all) end();
  await Promise.all(ended);
});

test('a task that waits too long is refused and never runs', async (t) => {
  const inTurn = createTurns({ ...limits, atOnce: 1, maxWaitMilliseconds: 1 });
  const [first, second] = [openTask(), openTask()];
  const running = inTurn('one', first.run);
  await t.throwsAsync(inTurn('one', second.run), refused);
  first.end();
  await running;
  t.false(second.hasStarted());
});

/** An error of PostgreSQL with an SQLSTATE, as `pg` makes it. */
const stateError = (code: string) => Object.assign(new pg.DatabaseError(code, 0, 'error'), { code });

const away: Record<string, Error> = {
  'the database does not respond': new DatabaseAwayError(new Error('no response')),
  'no connection is free': new DatabaseBusyError(2_000),
  'the connection is lost': markConnectionError(new Error('Connection terminated unexpectedly')),
  'PostgreSQL is shutting down': stateError('57P01'),
  'PostgreSQL has no connection left': stateError('53300'),
  'PostgreSQL is a standby': stateError('25006'),
  'the disk is full': stateError('53100'),
};

for (const [what, failure] of Object.entries(away))
  test(`when ${what}, those that wait are refused; what comes later runs`, async (t) => {
    const inTurn = createTurns({ ...limits, atOnce: 1 });
    const [first, second] = [openTask(), openTask()];
    const running = inTurn('one', first.run);
    const waiting = inTurn('one', second.run);
    first.fail(failure);
    await t.throwsAsync(running, { is: failure });
    await t.throwsAsync(waiting, refused);
    t.is(await inTurn('one', () => Promise.resolve('later')), 'later');
  });

const ofOneTask: Record<string, Error> = {
  'a lock timeout': stateError('55P03'),
  'a statement timeout': stateError('57014'),
  'an idle transaction': stateError('25P03'),
  'a serialization failure': stateError('40001'),
  'a deadlock': stateError('40P01'),
  'a unique violation': stateError('23505'),
  'a bug': new TypeError('undefined is not a function'),
};

for (const [what, failure] of Object.entries(ofOneTask))
  test(`${what} ends only the task that it happened to: those that wait have their turn`, async (t) => {
    const inTurn = createTurns({ ...limits, atOnce: 1 });
    const first = openTask();
    const running = inTurn('one', first.run);
    const waiting = [1, 2, 3].map((turn) => inTurn('one', () => Promise.resolve(turn)));
    first.fail(failure);
    await t.throwsAsync(running, { is: failure });
    t.deepEqual(await Promise.all(waiting), [1, 2, 3]);
  });

test('the waits for two turns, one inside the other, share one limit', async (t) => {
  const outer = createTurns({ ...limits, atOnce: 1, maxWaitMilliseconds: 400 });
  const inner = createTurns({ ...limits, atOnce: 1, maxWaitMilliseconds: 400 });
  const [first, second] = [openTask(), openTask()];
  const running = [outer('one', first.run), inner('all', second.run)];
  const began = performance.now();
  const waiting = inTurns([outer, 'one'], [inner, 'all'], () => Promise.resolve('both'));
  setTimeout(first.end, 200);
  await t.throwsAsync(waiting, refused);
  // With a limit for each, it would be 600.
  t.true(performance.now() - began < 580);
  second.end();
  await Promise.all(running);
  t.is(await inTurns([outer, 'one'], [inner, 'all'], () => Promise.resolve('both')), 'both');
});

test('a refusal of our own is no failure: those that wait have their turn', async (t) => {
  const inTurn = createTurns({ ...limits, atOnce: 1 });
  const first = openTask();
  const running = inTurn('one', first.run);
  const waiting = inTurn('one', () => Promise.resolve('next'));
  first.fail(new IdentityError('LAST_OWNER', 'A tenant always has an owner.'));
  await t.throwsAsync(running, { code: 'LAST_OWNER' });
  t.is(await waiting, 'next');
});

test('a task that finds too many others is refused with the error that its owner chose', async (t) => {
  const refusal = () => rateLimited(5);
  const inTurn = createTurns({ atOnce: 1, maxWaiting: 1, maxWaitMilliseconds: 1, refusal });
  const first = openTask();
  const running = inTurn('one', first.run);
  const waiting = inTurn('one', openTask().run);
  await t.throwsAsync(inTurn('one', openTask().run), { code: 'RATE_LIMITED' }, 'no place to wait');
  await t.throwsAsync(waiting, { code: 'RATE_LIMITED' }, 'waited too long');
  first.end();
  t.is(await running, 'done');
});
