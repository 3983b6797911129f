import { exceptions } from './exceptions.mjs';

const listed = (kind) => new Set(exceptions.flatMap((exception) => exception[kind] ?? []));

/** Prints the counts of each folder and all that is unexpected. Returns whether nothing is. */
export function report(results, differences, { inMemory, isWhole }) {
  const none = new Set();
  const [fails, mayFail, mayDiffer] = ['fails', 'mayFail', 'mayDiffer'].map((kind) => (inMemory ? none : listed(kind)));
  const failed = results.filter(({ state }) => state === 'failed');
  const unexpected = failed.filter(({ test }) => !fails.has(test) && !mayFail.has(test));
  const failedTests = new Set(failed.map(({ test }) => test));
  const surprising = isWhole ? [...fails].filter((test) => !failedTests.has(test)) : [];
  const unlike = differences.filter(({ test }) => !mayDiffer.has(test));

  const folders = Map.groupBy(results, ({ file = 'hooks' }) => file.replaceAll('\\', '/').split('/').at(1) ?? file);
  const rows = [...folders].map(([folder, of]) => [folder, ...countsOf(of, unexpected)]);
  for (const row of [['folder', 'passed', 'exceptions', 'failed', 'skipped'], ...rows])
    console.log(row.map((cell, index) => (index === 0 ? cell.padEnd(32) : String(cell).padStart(11))).join(''));
  console.log(['total'.padEnd(32), ...countsOf(results, unexpected).map((count) => `${count}`.padStart(11))].join(''));

  for (const { test, error } of unexpected) console.error(`failed: ${test}\n  ${error}`);
  for (const test of surprising) console.error(`is an exception, but passes: ${test}`);
  for (const { test, difference } of unlike) console.error(`stored otherwise: ${difference}\n  after: ${test}`);
  return unexpected.length + surprising.length + unlike.length === 0;
}

function countsOf(results, unexpected) {
  const count = (state) => results.filter((result) => result.state === state).length;
  const failures = results.filter((result) => unexpected.includes(result)).length;
  return [count('passed'), count('failed') - failures, failures, count('skipped')];
}
