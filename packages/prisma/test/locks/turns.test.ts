import { declareLists, IdentityError, rateLimited } from '@org/identity-core';
import test from 'ava';
import pg from 'pg';
import { DatabaseAwayError, DatabaseBusyError } from '../../src/connection/database-watch.js';
import { markConnectionError } from '../../src/connection/unavailable-reason.js';
import { createTurns, inTurns } from '../../src/locks/turns.js';

const limits = { atOnce: 2, maxWaiting: 3, maxWaitMilliseconds: 60_000 };
declareLists({ errors: { LAST_OWNER: 409 } });
const refused = { code: 'SERVICE_UNAVAILABLE' };

/** A task that ends when the test says so. */
function openTask() {
  let resolve: (value: string) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<string>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return {
    end: () => resolve('done'),
    fail: (error: Error) => reject(error),
    run: () => promise,
  };
}

test('a task beyond the queue is refused with a 503 and a Retry-After', async (t) => {
  const inTurn = createTurns(limits);
  const all = Array.from({ length: 5 }, openTask);
  const ended = all.map(({ run }) => inTurn('one', run));
  const error = await t.throwsAsync(inTurn('one', openTask().run), { ...refused, instanceOf: IdentityError });
  t.is(error?.headers['Retry-After'], '1');
  for (const { end } of all) end();
  await Promise.all(ended);
});

test('a task that waits too long is refused with a 503', async (t) => {
  const inTurn = createTurns({ ...limits, atOnce: 1, maxWaitMilliseconds: 1 });
  const first = openTask();
  const running = inTurn('one', first.run);
  await t.throwsAsync(inTurn('one', openTask().run), refused);
  first.end();
  t.is(await running, 'done');
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
  test(`when ${what}, those that wait are refused; later tasks run`, async (t) => {
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
  test(`${what} fails only its own task: those that wait run`, async (t) => {
    const inTurn = createTurns({ ...limits, atOnce: 1 });
    const first = openTask();
    const running = inTurn('one', first.run);
    const waiting = [1, 2, 3].map((result) => inTurn('one', () => Promise.resolve(result)));
    first.fail(failure);
    await t.throwsAsync(running, { is: failure });
    t.deepEqual(await Promise.all(waiting), [1, 2, 3]);
  });

test('the waits for two nested turns share one limit', async (t) => {
  const outer = createTurns({ ...limits, atOnce: 1, maxWaitMilliseconds: 400 });
  const inner = createTurns({ ...limits, atOnce: 1, maxWaitMilliseconds: 400 });
  const [first, second] = [openTask(), openTask()];
  const running = [outer('one', first.run), inner('all', second.run)];
  const order: string[] = [];
  const waiting = inTurns([outer, 'one'], [inner, 'all'], () => Promise.resolve('both')).finally(() =>
    order.push('both'),
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  // With a limit for each turn, this task would be refused first: the other one begins to wait for the inner turn after it.
  const later = inner('all', () => Promise.resolve('one')).finally(() => order.push('one'));
  first.end();
  await t.throwsAsync(later, refused);
  await t.throwsAsync(waiting, refused);
  t.deepEqual(order, ['both', 'one']);
  second.end();
  await Promise.all(running);
  t.is(await inTurns([outer, 'one'], [inner, 'all'], () => Promise.resolve('both')), 'both');
});

test('after a refusal of our own, those that wait run', async (t) => {
  const inTurn = createTurns({ ...limits, atOnce: 1 });
  const first = openTask();
  const running = inTurn('one', first.run);
  const waiting = inTurn('one', () => Promise.resolve('next'));
  first.fail(new IdentityError('LAST_OWNER', 'A tenant always has an owner.'));
  await t.throwsAsync(running, { code: 'LAST_OWNER' });
  t.is(await waiting, 'next');
});

test('the error of a refusal can be chosen', async (t) => {
  const refusal = () => rateLimited(5);
  const inTurn = createTurns({ atOnce: 1, maxWaiting: 1, maxWaitMilliseconds: 1, refusal });
  const first = openTask();
  const running = inTurn('one', first.run);
  const waiting = inTurn('one', openTask().run);
  await t.throwsAsync(inTurn('one', openTask().run), { code: 'RATE_LIMITED' }, 'the queue is full');
  await t.throwsAsync(waiting, { code: 'RATE_LIMITED' }, 'waited too long');
  first.end();
  t.is(await running, 'done');
});
