import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';

interface Suites {
  slowSuites: Record<string, readonly string[]>;
  slowSuiteOf(file: string): string | undefined;
  readSelection(args: string[]): { args: string[]; includes(file: string): boolean };
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const load = (name: string) => import(new URL(`../../scripts/test/${name}`, import.meta.url).href) as Promise<unknown>;
const { slowSuites, slowSuiteOf, readSelection } = (await load('suites.mjs')) as Suites;
const { testFiles } = (await load('test-files.mjs')) as { testFiles(): string[] };
const files = testFiles();

test('every file is in the quick suite or in one of the slow ones, and none is in both', (t) => {
  const [quick, slow, all] = [[], ['--slow'], ['--all']].map((args) => files.filter(readSelection(args).includes));
  t.true((quick?.length ?? 0) > 200);
  t.true((slow?.length ?? 0) > 100);
  t.deepEqual([...(quick ?? []), ...(slow ?? [])].toSorted(), files.toSorted());
  t.deepEqual(all, files);
});

test('the slow suites can be run one by one', (t) => {
  const slow = files.filter(readSelection(['--slow']).includes);
  const named = Object.keys(slowSuites).flatMap((name) => files.filter(readSelection(['--slow', name]).includes));
  t.deepEqual(named.toSorted(), slow.toSorted());
  t.throws(() => readSelection(['--slow', 'browser']), {
    message: /"browser" is no slow suite\. There are: browsers/u,
  });
  t.deepEqual(readSelection(['some.test.js', '--match=*']).args, ['some.test.js', '--match=*']);
});

test('every folder of a slow suite has a test, and every suite too', (t) => {
  for (const [suite, folders] of Object.entries(slowSuites)) {
    t.true(
      files.some((file) => slowSuiteOf(file) === suite),
      suite,
    );
    for (const folder of folders)
      t.true(
        files.some((file) => file.replace('dist/test/', 'test/').startsWith(folder)),
        `${suite}: ${folder}`,
      );
  }
});

test('a broken permission cannot pass the quick suite: each plugin and both consoles have their test of rights in it', (t) => {
  const rights = files.filter((file) => file.includes('/test/rights/') && slowSuiteOf(file) === undefined);
  t.deepEqual(rights.map((file) => file.split('/').at(-1)).toSorted(), [
    'console-rights.test.js',
    'licensing-rights.test.js',
    'platform-console-rights.test.js',
    'platform-rights.test.js',
    'tenant-rights.test.js',
    'webhook-rights.test.js',
  ]);
});

test('a test that starts a browser or a process is in a slow suite', (t) => {
  const starts =
    /\b(?:startProcess|spawnServer|startHostProcess|startSecondProcess|commandProcess|execFile|browserTest)\(/u;
  const found = files.filter((file) => starts.test(readFileSync(join(root, file), 'utf8')));
  t.true(found.length > 40);
  t.deepEqual(
    found.filter((file) => slowSuiteOf(file) === undefined),
    [],
  );
});
