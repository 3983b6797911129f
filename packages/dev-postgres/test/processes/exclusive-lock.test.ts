import { spawnSync } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { withExclusiveLock } from '../../src/processes/exclusive-lock.js';
import { temporaryFolder } from '../fixtures/temporary-folder.js';

test('actions under one lock never overlap, and those after a failed one still run', async (t) => {
  const lock = join(await temporaryFolder(t), 'lock');
  let inside = 0;
  let most = 0;
  const enter = (fail: boolean): Promise<void> =>
    withExclusiveLock(lock, async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise(setImmediate);
      inside -= 1;
      if (fail) throw new Error('failed');
    });
  const results = await Promise.allSettled([0, 1, 2, 3, 4, 5, 6, 7].map((number) => enter(number % 2 === 0)));
  t.is(most, 1);
  t.is(results.filter(({ status }) => status === 'rejected').length, 4);
});

test('the lock of a process that ended is taken over by exactly one at a time', async (t) => {
  const folder = await temporaryFolder(t);
  const lock = join(folder, 'lock');
  const ended = spawnSync(process.execPath, ['--eval', '']);
  await writeFile(lock, `${ended.pid} 1`);
  let inside = 0;
  let most = 0;
  const enter = (): Promise<void> =>
    withExclusiveLock(lock, async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise(setImmediate);
      inside -= 1;
    });
  await Promise.all([enter(), enter(), enter(), enter()]);
  t.is(most, 1);
  t.deepEqual(await readdir(folder), []);
});

const testOnLinux = process.platform === 'linux' ? test : test.skip;
testOnLinux('the lock of an ended process whose number was given to another is taken over (needs /proc)', async (t) => {
  const lock = join(await temporaryFolder(t), 'lock');
  await writeFile(lock, `${process.pid} 1`);
  t.is(await withExclusiveLock(lock, async () => 'entered'), 'entered');
});
