import test from 'ava';
import { createChangesFirst } from '../../src/locks/changes-first.js';

/** A task that runs until it is told to end. */
function openTask() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let isBegun = false;
  return {
    end,
    isBegun: () => isBegun,
    run() {
      isBegun = true;
      return ended;
    },
  };
}

/** Waits until everything that is ready has run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));
const longerThanThisTest = 600_000;

test('a seat call waits while a change of its tenant runs, and other tenants do not', async (t) => {
  const first = createChangesFirst(longerThanThisTest);
  const change = openTask();
  const changed = first.change('acme', change.run);
  const call = openTask();
  const called = first.seat('acme', call.run);
  const ofOther = openTask();
  const calledOther = first.seat('other', ofOther.run);
  await settle();
  t.deepEqual([call.isBegun(), ofOther.isBegun()], [false, true]);
  change.end();
  await settle();
  t.true(call.isBegun());
  call.end();
  ofOther.end();
  await Promise.all([changed, called, calledOther]);
});

test('a change that fails lets the seat calls begin', async (t) => {
  const first = createChangesFirst(longerThanThisTest);
  let called: Promise<string> | undefined;
  const fail = async () => {
    called = first.seat('acme', async () => 'called');
    throw new Error('refused');
  };
  await t.throwsAsync(first.change('acme', fail), { message: 'refused' });
  t.is(await called, 'called');
});

test('a long change keeps seat calls waiting only for a while, and lets them pass one by one', async (t) => {
  const first = createChangesFirst(5);
  const change = openTask();
  const changed = first.change('acme', change.run);
  const calls = [openTask(), openTask()];
  const called = calls.map(({ run }) => first.seat('acme', run));
  // The change goes on.
  while (!calls[0]?.isBegun()) await settle();
  t.false(calls[1]?.isBegun());
  calls[0]?.end();
  await called[0];
  t.true(calls[1]?.isBegun());
  calls[1]?.end();
  change.end();
  await Promise.all([changed, ...called]);
});

test('for half of the time in which a change has held seat calls, the next one does not', async (t) => {
  let now = 0;
  const first = createChangesFirst(longerThanThisTest, () => now);
  await first.change('acme', async () => {
    now += 200;
  });
  const change = openTask();
  const changed = first.change('acme', change.run);
  now += 99;
  t.is(await first.seat('acme', async () => 'called'), 'called');
  now += 1;
  const call = openTask();
  const called = first.seat('acme', call.run);
  await settle();
  t.false(call.isBegun());
  change.end();
  call.end();
  await Promise.all([changed, called]);
});
