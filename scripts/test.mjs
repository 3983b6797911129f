import { constants } from 'node:os';
import { prepare } from './prepare.mjs';
import { runAva } from './test/run-ava.mjs';
import { withSearchedLogs } from './test/search-logs.mjs';

await prepare();
// These modules exist only after the step above has installed and built them.
const { withTestDatabases } = await import('./test/with-test-databases.mjs');
const { bundleTests } = await import('./test/bundle-tests.mjs');
const { readSelection } = await import('./test/suites.mjs');

// A signal ends only AVA: the processes and databases of the tests are still stopped and deleted.
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interruption.abort(signal));

try {
  const { args, includes } = readSelection(process.argv.slice(2));
  // If only some files are run, making bundles takes longer than it saves.
  const bundles = args.length === 0 ? bundleTests(includes) : Promise.resolve({ env: {}, files: args });
  // Databases are prepared at the same time. A failure is reported below.
  bundles.catch(() => undefined);
  const { code, summary } = await withTestDatabases((databases) =>
    withSearchedLogs(async (logs) => {
      const { env, files } = await bundles;
      return runAva(args, { env: { ...databases, ...logs, ...env }, files, interruption: interruption.signal });
    }),
  );
  // Must be the last line, because other programs read it.
  if (summary) console.log(summary);
  process.exitCode = code;
} catch (error) {
  // Ctrl-C also ends a half-finished initialization, which then reports a failure.
  if (!interruption.signal.aborted) console.error(error);
  process.exitCode = 1;
}
if (interruption.signal.aborted) process.exitCode = 128 + constants.signals[interruption.signal.reason];
