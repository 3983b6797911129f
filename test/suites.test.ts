import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { at, keysAt, listAt, readYaml } from './support-deploy.js';

interface Suites {
  slowSuites: Record<string, readonly string[]>;
  slowSuiteOf(file: string): string | undefined;
  readSelection(args: string[]): { args: string[]; includes(file: string): boolean };
}

interface Config {
  default: { files: string[] };
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const load = (name: string) => import(new URL(`../../scripts/test/${name}`, import.meta.url).href) as Promise<unknown>;
const { slowSuites, slowSuiteOf, readSelection } = (await load('suites.mjs')) as Suites;
const { testFiles } = (await load('test-files.mjs')) as { testFiles(ending?: string): string[] };
const files = testFiles();
/** The scripts that commands of package.json start. */
const readScripts = () =>
  readdirSync(join(root, 'scripts'))
    .filter((name) => name.startsWith('test-'))
    .map((name) => readFileSync(join(root, 'scripts', name), 'utf8'))
    .join('');

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

test('every file of checks belongs to a command of its own', async (t) => {
  const commands = readFileSync(join(root, 'package.json'), 'utf8') + readScripts();
  const configs = readdirSync(root).filter((name) => /^ava\..+\.config\.mjs$/u.test(name));
  for (const config of configs) t.true(commands.includes(config), config);
  const loaded = await Promise.all(configs.map((name) => import(join(root, name)) as Promise<Config>));
  const patterns = loaded
    .flatMap((config) => config.default.files)
    .map((glob) => new RegExp(`^${glob.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`, 'u'));
  const checks = testFiles('.check.js');
  t.true(checks.length > 5);
  t.deepEqual(
    checks.filter((file) => !patterns.some((pattern) => pattern.test(file))),
    [],
  );
});

test('a broken permission cannot pass the quick suite: each plugin and both consoles have their test of rights in it', (t) => {
  const rights = files.filter((file) => file.includes('/test/rights/') && slowSuiteOf(file) === undefined);
  t.deepEqual(rights.map((file) => file.split('/').at(-1)).toSorted(), [
    'bridge-rights.test.js',
    'caller-kinds.test.js',
    'console-rights.test.js',
    'licensing-rights.test.js',
    'platform-console-rights.test.js',
    'platform-rights.test.js',
    'session-origins.test.js',
    'super-admin-targets.test.js',
    'tenant-rights.test.js',
    'unconfirmed-clients.test.js',
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

/** The commands of npm in these lines; one for all tests stands for both kinds. */
const npmCommands = (lines: readonly string[]) =>
  lines
    .map((line) => line.trim())
    .filter((line) => line.startsWith('npm '))
    .flatMap((command) => (command === 'npm run test:all' ? ['npm test', 'npm run test:slow'] : [command]))
    .toSorted();

test('the workflow and the script of CI run the same commands', (t) => {
  const workflow = readYaml('../.github/workflows/test.yml');
  const steps = keysAt(workflow, 'jobs').flatMap((job) => listAt(workflow, `jobs.${job}.steps`));
  const inWorkflow = npmCommands(steps.flatMap((step) => String(at(step, 'run') ?? '').split('\n')));
  const inScript = npmCommands(readFileSync(join(root, '.ci/run'), 'utf8').split('\n'));
  t.true(inScript.length > 4);
  t.deepEqual(inWorkflow, inScript);
});

test('the workflow tests the upgrade in a checkout that has the last release', (t) => {
  const workflow = readYaml('../.github/workflows/test.yml');
  const jobs = keysAt(workflow, 'jobs').map((job) => listAt(workflow, `jobs.${job}.steps`));
  const upgrade = jobs.find((steps) => steps.some((step) => String(at(step, 'run')).includes('test:upgrade'))) ?? [];
  const checkout = upgrade.find((step) => String(at(step, 'uses')).startsWith('actions/checkout@'));
  t.is(at(checkout, 'with.fetch-depth'), 0);
});
