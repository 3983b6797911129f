import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { IdentityError } from '@org/identity-core';
import test from 'ava';
import { createKeyedQueue, createLimiter } from '../../src/limits/concurrency.js';

/** A task that the test finishes. */
function openTask<Result>() {
  let finish: (result: Result) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const promise = new Promise<Result>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  return { promise, finish: (result: Result) => finish(result), fail: (error: Error) => fail(error) };
}

/** Waits until everything that is ready has run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a limiter never runs more tasks at once than its limit, and reaches it', async (t) => {
  const limited = createLimiter(2);
  let running = 0;
  let most = 0;
  const results = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      limited(async () => {
        running += 1;
        most = Math.max(most, running);
        await settle();
        running -= 1;
        return index;
      }),
    ),
  );
  t.is(most, 2);
  t.is(running, 0);
  t.deepEqual(
    results,
    Array.from({ length: 50 }, (_, index) => index),
  );
});

test('a task that comes while the place of another is handed on does not slip in', async (t) => {
  const limited = createLimiter(1);
  const first = openTask<void>();
  const order: string[] = [];
  const one = limited(async () => {
    await first.promise;
    order.push('first');
  });
  const two = limited(() => Promise.resolve(order.push('second')));
  first.finish();
  await one;
  const three = limited(() => Promise.resolve(order.push('third')));
  await Promise.all([two, three]);
  t.deepEqual(order, ['first', 'second', 'third']);
});

test('a limiter starts waiting tasks in the order they came', async (t) => {
  const limited = createLimiter(2);
  const started: number[] = [];
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      limited(async () => {
        started.push(index);
        // Each task takes a different number of turns, so that they do not end in the order in which they started.
        for (let turn = 0; turn < (index * 7) % 5; turn += 1) await settle();
      }),
    ),
  );
  t.deepEqual(
    started,
    Array.from({ length: 20 }, (_, index) => index),
  );
});

test('a task that fails, later or at once, gives its place to the next', async (t) => {
  const limited = createLimiter(1);
  const outcomes = await Promise.allSettled([
    limited(() => Promise.reject(new Error('later'))),
    limited(() => {
      throw new Error('at once');
    }),
    limited(() => Promise.resolve('well')),
  ]);
  t.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled'],
  );
  t.is(await limited(() => Promise.resolve('again')), 'again');
});

test('a limiter that was idle takes as many tasks at once as before', async (t) => {
  const limited = createLimiter(2);
  await Promise.all([1, 2, 3, 4, 5].map(() => limited(settle)));
  const tasks = [openTask<void>(), openTask<void>(), openTask<void>()];
  const started: number[] = [];
  const all = Promise.all(
    tasks.map((task, index) =>
      limited(() => {
        started.push(index);
        return task.promise;
      }),
    ),
  );
  await settle();
  t.deepEqual(started, [0, 1]);
  for (const task of tasks) task.finish();
  await all;
});

test('a queue runs the tasks of one key one after the other, in the order they came', async (t) => {
  const inTurn = createKeyedQueue();
  const events: string[] = [];
  await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) =>
      inTurn('key', async () => {
        events.push(`${name} begins`);
        await settle();
        events.push(`${name} ends`);
      }),
    ),
  );
  t.deepEqual(
    events,
    ['a', 'b', 'c', 'd'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
});

test('the tasks of different keys do not wait for each other', async (t) => {
  const inTurn = createKeyedQueue();
  const blocked = openTask<string>();
  const waiting = inTurn('a', () => blocked.promise);
  t.is(await inTurn('b', () => Promise.resolve('done')), 'done');
  blocked.finish('late');
  t.is(await waiting, 'late');
});

test('a task that fails does not keep the next of its key from running', async (t) => {
  const inTurn = createKeyedQueue();
  const failing = inTurn('key', () => Promise.reject(new Error('failed')));
  const next = inTurn('key', () => Promise.resolve('well'));
  await t.throwsAsync(failing, { message: 'failed' });
  t.is(await next, 'well');
  await t.throwsAsync(
    inTurn('key', () => {
      throw new Error('at once');
    }),
    { message: 'at once' },
  );
  t.is(await inTurn('key', () => Promise.resolve('again')), 'again');
});

test('a queue remembers nothing of keys whose tasks are over', async (t) => {
  const inTurn = createKeyedQueue();
  const run = async (key: string, fails: boolean): Promise<WeakRef<object>> => {
    const result = { key };
    const task = inTurn(key, () => (fails ? Promise.reject(result) : Promise.resolve(result)));
    await task.catch(() => undefined);
    return new WeakRef(result);
  };
  const results = await Promise.all([run('a', false), run('a', false), run('b', false), run('c', true)]);
  // A weakly referenced object stays alive until the end of the turn in which it was read.
  await settle();
  collectGarbage();
  t.deepEqual(
    results.map((result) => result.deref()),
    [undefined, undefined, undefined, undefined],
  );
  t.is(typeof inTurn, 'function', 'the queue itself is still there');
});

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}

test('a limiter whose queue is full refuses at once with a time to wait, and takes tasks again later', async (t) => {
  const limited = createLimiter(1, { maxWaiting: 2, retryAfterSeconds: 5 });
  const first = openTask<string>();
  const running = limited(() => first.promise);
  const waiting = [limited(() => Promise.resolve('a')), limited(() => Promise.resolve('b'))];
  const error = await t.throwsAsync(
    limited(() => Promise.resolve('c')),
    { instanceOf: IdentityError },
  );
  t.like(error, { code: 'RATE_LIMITED', headers: { 'Retry-After': '5' } });
  first.finish('done');
  t.deepEqual(await Promise.all([running, ...waiting]), ['done', 'a', 'b']);
  t.is(await limited(() => Promise.resolve('d')), 'd');
});
