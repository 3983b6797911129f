import test from 'ava';
import { createScoreWorker } from '../../src/credentials/score-worker.js';

/** A worker that returns 3; for some passwords it hangs, throws, or exits. */
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ password }) => {
    if (password === 'hang') for (;;);
    if (password === 'break') throw new Error('broken');
    if (password === 'leave') process.exit(0);
    parentPort.postMessage({ score: 3 });
  });
  parentPort.postMessage('ready');
`)}`,
);

const createWorker = (limits = {}) =>
  createScoreWorker({ program, maxWaiting: 3, limitMilliseconds: 60_000, ...limits });

test('scores are answered one after the other by one worker, which ends when asked to', async (t) => {
  const worker = createWorker();
  t.deepEqual(await Promise.all([worker.score('a', []), worker.score('b', []), worker.score('c', [])]), [3, 3, 3]);
  await worker.stop();
  t.is(await worker.score('d', []), 3, 'and starts again when it is needed');
  await worker.stop();
});

test('a full queue refuses with a time to wait', async (t) => {
  const worker = createWorker();
  const asked = Array.from({ length: 4 }, () => worker.score('a', []));
  await t.throwsAsync(worker.score('b', []), { code: 'RATE_LIMITED' });
  t.deepEqual(await Promise.all(asked), [3, 3, 3, 3]);
  await worker.stop();
});

test('a password that takes too long is refused, and the next one is answered by a new worker', async (t) => {
  const worker = createWorker({ limitMilliseconds: 2_000 });
  const hanging = worker.score('hang', []);
  const next = worker.score('a', []);
  await t.throwsAsync(hanging, { code: 'RATE_LIMITED' });
  t.is(await next, 3);
  await worker.stop();
});

for (const fault of ['break', 'leave'])
  test(`a worker that ends (${fault}) takes one password with it, and is replaced`, async (t) => {
    const worker = createWorker();
    const broken = worker.score(fault, []);
    const next = worker.score('a', []);
    await t.throwsAsync(broken);
    t.is(await next, 3);
    await worker.stop();
  });

test('a worker that cannot start refuses every password', async (t) => {
  const worker = createWorker({ program: new URL('./nothing-here.js', import.meta.url) });
  await t.throwsAsync(worker.score('a', []));
  await t.throwsAsync(worker.score('a', []));
  await worker.stop();
});
