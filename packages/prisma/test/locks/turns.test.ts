import { IdentityError } from '@org/identity-core';
import test from 'ava';
import { createTurns } from '../../src/locks/turns.js';

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

test('when the database fails a task, those that wait are refused; what comes later runs', async (t) => {
  const inTurn = createTurns({ ...limits, atOnce: 1 });
  const [first, second] = [openTask(), openTask()];
  const running = inTurn('one', first.run);
  const waiting = inTurn('one', second.run);
  first.fail(new Error('canceling statement due to lock timeout'));
  await t.throwsAsync(running, { message: 'canceling statement due to lock timeout' });
  await t.throwsAsync(waiting, refused);
  t.is(await inTurn('one', () => Promise.resolve('later')), 'later');
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
