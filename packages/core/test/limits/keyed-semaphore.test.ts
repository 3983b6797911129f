import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import test from 'ava';
import { createKeyedSemaphore } from '../../src/limits/keyed-semaphore.js';

/** A task that ends when the test says so, and reports when it has started. */
function openTask() {
  let resolve: (value: string) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
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
type Task = ReturnType<typeof openTask>;
const tasks = (count: number) => Array.from({ length: count }, openTask);
const started = (all: ReturnType<typeof tasks>) => all.map(({ hasStarted }) => hasStarted());
/** Waits until everything that is ready has run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));
const refusal = () => new Error('refused');
const refused = { message: 'refused' };

test('a key runs as many tasks at once as it has slots, and the others in the order of arrival', async (t) => {
  const { run } = createKeyedSemaphore({ atOnce: 2 });
  const all = tasks(4);
  const ended = all.map((task) => run('one', task.run));
  await settle();
  t.deepEqual(started(all), [true, true, false, false]);
  all[1]?.end();
  await settle();
  t.deepEqual(started(all), [true, true, true, false]);
  for (const { end } of all) end();
  t.deepEqual(await Promise.all(ended), ['done', 'done', 'done', 'done']);
});

test('many tasks of different length start in the order of arrival and never exceed the slots', async (t) => {
  const { run } = createKeyedSemaphore({ atOnce: 2 });
  const order: number[] = [];
  let running = 0;
  let max = 0;
  const indexes = Array.from({ length: 50 }, (_, index) => index);
  const results = await Promise.all(
    indexes.map((index) =>
      run('one', async () => {
        order.push(index);
        running += 1;
        max = Math.max(max, running);
        for (let round = 0; round <= (index * 7) % 5; round += 1) await settle();
        running -= 1;
        return index;
      }),
    ),
  );
  t.is(max, 2);
  t.deepEqual(order, indexes);
  t.deepEqual(results, indexes);
});

test('tasks of different keys do not wait for each other', async (t) => {
  const { run } = createKeyedSemaphore({ atOnce: 1 });
  const stuck = tasks(2);
  const waiting = stuck.map((task) => run('one', task.run));
  t.is(await run('two', () => Promise.resolve('at once')), 'at once');
  for (const { end } of stuck) end();
  t.deepEqual(await Promise.all(waiting), ['done', 'done']);
});

test('a new task cannot overtake the waiter that gets the slot', async (t) => {
  const { run, tryAcquire } = createKeyedSemaphore({ atOnce: 1 });
  const first = openTask();
  const order: string[] = [];
  const one = run('one', first.run);
  const two = run('one', () => Promise.resolve(order.push('second')));
  first.end();
  await one;
  t.is(tryAcquire('one'), undefined);
  const three = run('one', () => Promise.resolve(order.push('third')));
  await Promise.all([two, three]);
  t.deepEqual(order, ['second', 'third']);
});

test('a task that fails, later or at once, releases its slot', async (t) => {
  const { run } = createKeyedSemaphore({ atOnce: 1 });
  const outcomes = await Promise.allSettled([
    run('one', () => Promise.reject(new Error('later'))),
    run('one', () => {
      throw new Error('at once');
    }),
    run('one', () => Promise.resolve('well')),
  ]);
  t.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled'],
  );
  t.is(await run('one', () => Promise.resolve('again')), 'again');
});

test('after it was idle, a key has as many slots as before', async (t) => {
  const { run } = createKeyedSemaphore({ atOnce: 2 });
  await Promise.all([1, 2, 3, 4, 5].map(() => run('one', settle)));
  const all = tasks(3);
  const ended = all.map((task) => run('one', task.run));
  await settle();
  t.deepEqual(started(all), [true, true, false]);
  for (const { end } of all) end();
  await Promise.all(ended);
});

test('if the queue of a key is full, a task is refused at once, and later tasks run', async (t) => {
  const { run } = createKeyedSemaphore({ atOnce: 1, maxWaiting: 2, refusal });
  const all = tasks(3);
  const ended = all.map((task) => run('one', task.run));
  const late = openTask();
  await t.throwsAsync(run('one', late.run), refused);
  for (const { end } of all) end();
  await Promise.all(ended);
  t.false(late.hasStarted());
  t.is(await run('one', () => Promise.resolve('later')), 'later');
});

test('a task that waits too long is refused and never runs', async (t) => {
  const { run } = createKeyedSemaphore({ atOnce: 1, maxWaitMilliseconds: 1, refusal });
  const [first, second] = [openTask(), openTask()];
  const running = run('one', first.run);
  await t.throwsAsync(run('one', second.run), refused);
  first.end();
  await running;
  t.false(second.hasStarted());
});

test('the wait is counted from the time that the caller names', async (t) => {
  const { run } = createKeyedSemaphore({ atOnce: 1, maxWaitMilliseconds: 60_000, refusal });
  const first = openTask();
  const running = run('one', first.run);
  await t.throwsAsync(run('one', openTask().run, performance.now() - 60_000), refused);
  first.end();
  t.is(await running, 'done');
});

test('after some failures, those that wait are refused with an error each; later tasks run', async (t) => {
  const failure = new Error('all will fail');
  const refusalAfter = (error: unknown) => (error === failure ? refusal() : undefined);
  const { run } = createKeyedSemaphore({ atOnce: 1, refusalAfter });
  const first = openTask();
  const running = run('one', first.run);
  const waiting = [run('one', openTask().run), run('one', openTask().run)];
  first.fail(failure);
  await t.throwsAsync(running, { is: failure });
  const errors = await Promise.all(waiting.map((task) => t.throwsAsync(task, refused)));
  t.not(errors[0], errors[1]);
  const failing = run('one', () => Promise.reject(new Error('only this one')));
  const next = run('one', () => Promise.resolve('next'));
  await t.throwsAsync(failing, { message: 'only this one' });
  t.is(await next, 'next');
});

test('a slot that is taken without waiting is free again once it is released, and only once', async (t) => {
  const { run, tryAcquire } = createKeyedSemaphore({ atOnce: 2 });
  const [first, second] = [tryAcquire('one'), tryAcquire('one')];
  t.is(tryAcquire('one'), undefined);
  t.truthy(tryAcquire('two'));
  first?.();
  first?.();
  const third = tryAcquire('one');
  t.truthy(third);
  t.is(tryAcquire('one'), undefined, 'a second release has freed nothing');
  const waiting = run('one', () => Promise.resolve('next'));
  second?.();
  t.is(await waiting, 'next');
});

test('nobody waits once the last waiter of all keys has begun or was refused', async (t) => {
  const { run, nobodyWaits } = createKeyedSemaphore({ atOnce: 1, maxWaitMilliseconds: 5, refusal });
  await nobodyWaits();
  const [one, other] = tasks(2);
  const running = [run('one', one?.run ?? settle), run('other', other?.run ?? settle)];
  await nobodyWaits();
  const next = run('one', () => Promise.resolve('next'), performance.now() + 60_000);
  const late = run('other', () => Promise.resolve('late'));
  let quiet = false;
  const listening = nobodyWaits().then(() => {
    quiet = true;
  });
  await t.throwsAsync(late, refused);
  t.false(quiet);
  one?.end();
  t.is(await next, 'next');
  await listening;
  t.true(quiet);
  other?.end();
  await Promise.all(running);
});

test('keys without tasks use no memory', async (t) => {
  const semaphore = createKeyedSemaphore({ atOnce: 1 });
  const run = async (key: string, fails: boolean): Promise<WeakRef<object>> => {
    const result = { key };
    const task = semaphore.run(key, () => (fails ? Promise.reject(result) : Promise.resolve(result)));
    await task.catch(() => undefined);
    return new WeakRef(result);
  };
  const results = await Promise.all([run('a', false), run('a', false), run('b', false), run('c', true)]);
  // A weakly referenced object stays alive until the end of the event loop's iteration in which it was read.
  await settle();
  collectGarbage();
  t.deepEqual(
    results.map((result) => result.deref()),
    [undefined, undefined, undefined, undefined],
  );
  t.is(typeof semaphore.run, 'function', 'the semaphore itself is still there');
});

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}

test('if waits go on while tasks succeed, a task that has waited too long runs in its turn', async (t) => {
  const options = { atOnce: 1, maxWaitMilliseconds: 60_000, refusal };
  const since = performance.now() - 999_999;
  for (const waitsWhileMoving of [true, false]) {
    const { run } = createKeyedSemaphore({ ...options, waitsWhileMoving });
    const [first, second, third] = tasks(3) as [Task, Task, Task];
    const ended = [run('one', first.run), run('one', second.run)];
    first.end();
    await ended[0];
    const waited = run('one', third.run, since);
    if (!waitsWhileMoving) await t.throwsAsync(waited, refused);
    // Its time is over, and its timer fires before this one.
    else await Promise.race([waited, new Promise((resolve) => setTimeout(resolve, 10))]);
    second.end();
    await ended[1];
    third.end();
    if (waitsWhileMoving) t.is(await waited, 'done');
  }
});

test('if waits go on while tasks succeed, one behind tasks that fail is refused', async (t) => {
  const { run } = createKeyedSemaphore({ atOnce: 1, maxWaitMilliseconds: 1, waitsWhileMoving: true, refusal });
  const [first, second] = tasks(2) as [Task, Task];
  const failing = run('one', first.run);
  const next = run('one', second.run);
  first.fail(new Error('failed'));
  await t.throwsAsync(failing, { message: 'failed' });
  await t.throwsAsync(
    run('one', () => Promise.resolve(), performance.now() - 10),
    refused,
  );
  second.end();
  await next;
});
