import { constants } from 'node:os';
import { prepare } from './prepare.mjs';
import { runAva } from './test/run-ava.mjs';
import { withSearchedLogs } from './test/search-logs.mjs';

await prepare();
// Only exists once the step above has built it.
const { withTestDatabases } = await import('./test/with-test-databases.mjs');

// A signal ends AVA and nothing else: what was started for the tests is still stopped and deleted.
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interruption.abort(signal));

try {
  const { code, summary } = await withTestDatabases((databases) =>
    withSearchedLogs((logs) =>
      runAva(process.argv.slice(2), { env: { ...databases, ...logs }, interruption: interruption.signal }),
    ),
  );
  // The last line, which others read.
  if (summary) console.log(summary);
  process.exitCode = code;
} catch (error) {
  // Ctrl-C also ends a half-finished initialization, which then reports that it failed.
  if (!interruption.signal.aborted) console.error(error);
  process.exitCode = 1;
}
if (interruption.signal.aborted) process.exitCode = 128 + constants.signals[interruption.signal.reason];
