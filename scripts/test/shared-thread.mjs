/**
 * Runs several test files in one thread of AVA, one file after the other. The first file loads and warms the code that the
 * next files need. Inside a file everything is as in AVA: `before` hooks, serial tests one by one, the other tests
 * together, `after` hooks. What no test needs so far is missing here, for example `test.only`: run such a file by its name.
 */

import { appendFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

const files = [];
/** A file that gets a line for each test file: how long it took, how long its thread computed, and its path. */
const times = process.env.TEST_TIMES;

/** Returns what a test file gets from `import test from 'ava'`. The titles of its tests begin with its path. */
export function testsOf(path) {
  const hooks = { before: [], beforeEach: [], after: [], afterEach: [] };
  const file = { path, skipped: [], serial: [], concurrent: [], ...hooks, ended: signal() };
  files.push(file);
  // AVA changes white space in the same way.
  const fullTitle = (title) => [...path.split('/'), title].join(' › ').trim().replaceAll(/\s+/gu, ' ');
  const declareIn = (list) => {
    const declare = (title, run) => void list.push({ file, title: fullTitle(title), run, ended: signal() });
    return Object.assign(declare, {
      skip: (title, run) => void file.skipped.push({ title: fullTitle(title), run }),
      before: (run) => void file.before.push(run),
      beforeEach: (run) => void file.beforeEach.push(run),
      after: { always: (run) => void file.after.push(run) },
      afterEach: { always: (run) => void file.afterEach.push(run) },
    });
  };
  return Object.assign(declareIn(file.concurrent), { serial: declareIn(file.serial) });
}

/** Gives the tests of all files to AVA. A test waits for its turn in a hook, which is no part of its duration. */
export function runFiles(ava) {
  const tests = new Map();
  let turn = Promise.resolve();
  for (const file of files) {
    for (const { title, run } of file.skipped) ava.skip(title, run);
    const own = [...file.serial, ...file.concurrent];
    for (const test of own) {
      tests.set(test.title, Object.assign(test, { turn }));
      ava(test.title, test.run);
      if (file.serial.includes(test)) turn = test.ended.promise;
    }
    file.unfinished = own.length;
    if (own.length > 0) turn = file.ended.promise;
  }
  ava.beforeEach('start', async (t) => {
    const { turn: ownTurn, file } = tests.get(t.title.slice('start for '.length));
    await ownTurn;
    file.prepared ??= prepare(file, t);
    await file.prepared;
    for (const run of file.beforeEach) await run(t);
  });
  ava.afterEach.always('end', async (t) => {
    const { ended, file } = tests.get(t.title.slice('end for '.length));
    file.unfinished -= 1;
    const isLast = file.unfinished === 0;
    try {
      await runAll(file.afterEach, t);
      if (isLast) await runAll(file.after, t);
    } finally {
      ended.resolve();
      if (isLast) noteTime(file);
      if (isLast) file.ended.resolve();
    }
  });
}

function noteTime({ path, begun }) {
  if (!times) return;
  const wall = Math.round(performance.now() - begun.time);
  const busy = Math.round(performance.eventLoopUtilization(begun.use).active);
  appendFileSync(times, `${wall}\t${busy}\t${path}\n`);
}

async function prepare(file, t) {
  file.begun = { time: performance.now(), use: performance.eventLoopUtilization() };
  for (const run of file.before) await run(t);
}

/** Runs all hooks at once, and lets each of them end. */
async function runAll(hooks, t) {
  const results = await Promise.allSettled(hooks.map(async (run) => run(t)));
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

function signal() {
  const made = {};
  made.promise = new Promise((resolve) => {
    made.resolve = resolve;
  });
  return made;
}
