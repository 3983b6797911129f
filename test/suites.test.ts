import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';

interface Suites {
  slowSuites: Record<string, readonly string[]>;
  slowSuiteOf(file: string): string | undefined;
  readSelection(args: string[]): { args: string[]; includes(file: string): boolean };
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const { slowSuites, slowSuiteOf, readSelection } = (await import(
  new URL('../../scripts/test/suites.mjs', import.meta.url).href
)) as Suites;

const files = ['.', ...foldersIn('packages'), ...foldersIn('examples')]
  .map((home) => join(home, 'dist/test'))
  .flatMap((folder) => namesIn(folder).map((name) => join(folder, name)))
  .filter((file) => file.endsWith('.test.js'));

function foldersIn(parent: string): string[] {
  return readdirSync(join(root, parent)).map((name) => join(parent, name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { recursive: true }) as string[];
  } catch (error) {
    // A package without tests.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

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

test('every pattern of a slow suite fits a file', (t) => {
  for (const [suite, patterns] of Object.entries(slowSuites))
    for (const pattern of patterns)
      t.true(
        files.some((file) => fits(file, pattern)),
        `${suite}: ${pattern}`,
      );
});

const fits = (file: string, pattern: string) =>
  `/${file.replace('dist/test/', 'test/').replace('.test.js', '/')}`.includes(
    pattern.startsWith('-') ? `${pattern}/` : `/${pattern.replace(/\/$/u, '')}/`,
  );

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
