import test from 'ava';

type Run = (t: { title: string }) => unknown;
type Declare = ((title: string, run: Run) => void) & { skip(title: string, run: Run): void };
type TestFile = Declare & {
  serial: Declare;
  before(run: Run): void;
  after: { always(run: Run): void };
};
interface SharedThread {
  testsOf(path: string): TestFile;
  runFiles(ava: unknown): void;
}

/** Every test has its own copy, because the module remembers the files. */
const loadSharedThread = async (copy: number) =>
  (await import(new URL(`../../scripts/test/shared-thread.mjs?${copy}`, import.meta.url).href)) as SharedThread;

/** Collects tests and hooks, and starts all of them at once, as AVA does with concurrent tests. */
function fakeAva() {
  const tests: [title: string, run: Run][] = [];
  const skipped: string[] = [];
  const hooks: { start?: Run; end?: Run } = {};
  const ava = Object.assign((title: string, run: Run) => void tests.push([title, run]), {
    skip: (title: string) => void skipped.push(title),
    beforeEach: (_title: string, run: Run) => void Object.assign(hooks, { start: run }),
    afterEach: { always: (_title: string, run: Run) => void Object.assign(hooks, { end: run }) },
  });
  const runOne = async ([title, run]: [string, Run]) => {
    try {
      await hooks.start?.({ title: `start for ${title}` });
      await run({ title });
    } finally {
      await hooks.end?.({ title: `end for ${title}` });
    }
  };
  return { ava, tests, skipped, runAll: () => Promise.allSettled(tests.map(runOne)) };
}

test('files of a group run one after the other, each between its own hooks, serial tests first', async (t) => {
  const { testsOf, runFiles } = await loadSharedThread(1);
  const { ava, tests, skipped, runAll } = fakeAva();
  const log: string[] = [];
  for (const name of ['a', 'b']) {
    const file = testsOf(`packages/${name}`);
    const note = (text: string) => async () => {
      log.push(`${name} ${text} starts`);
      await new Promise((resolve) => setImmediate(resolve));
      log.push(`${name} ${text} ends`);
    };
    file.before(note('before'));
    file.after.always(note('after'));
    file('together', note('together'));
    file.serial('first', note('first'));
    file.serial('second', note('second'));
    file.skip('not now', note('not now'));
  }
  runFiles(ava);
  t.is(tests.length, 6);
  t.deepEqual(skipped, ['packages › a › not now', 'packages › b › not now']);
  t.true((await runAll()).every(({ status }) => status === 'fulfilled'));
  const steps = ['before', 'first', 'second', 'together', 'after'];
  t.deepEqual(
    log,
    ['a', 'b'].flatMap((name) => steps.flatMap((step) => [`${name} ${step} starts`, `${name} ${step} ends`])),
  );
});

test('tests that are not serial run together', async (t) => {
  const { testsOf, runFiles } = await loadSharedThread(2);
  const { ava, runAll } = fakeAva();
  const file = testsOf('packages/a');
  let arrived: (() => void) | undefined;
  const other = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  file('waits for the other', () => other);
  file('is the other', () => arrived?.());
  runFiles(ava);
  t.true((await runAll()).every(({ status }) => status === 'fulfilled'));
});

test('a hook that fails fails the tests of its file, and the next file still runs', async (t) => {
  const { testsOf, runFiles } = await loadSharedThread(3);
  const { ava, runAll } = fakeAva();
  const broken = testsOf('packages/broken');
  broken.before(() => Promise.reject(new Error('no database')));
  broken('does not run', () => t.fail());
  const untidy = testsOf('packages/untidy');
  untidy.after.always(() => Promise.reject(new Error('still open')));
  untidy('runs', () => undefined);
  testsOf('packages/fine')('runs', () => undefined);
  runFiles(ava);
  const results = await runAll();
  t.deepEqual(
    results.map((result) => (result.status === 'rejected' ? (result.reason as Error).message : 'passed')),
    ['no database', 'still open', 'passed'],
  );
});
