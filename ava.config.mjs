import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

// A test file runs for seconds. That is too short for most optimized code to earn what compiling it costs: code has to be
// used eight times as much as usual before that, which takes 10 % off the CPU time.
setFlagsFromString('--interrupt-budget=1056000');

// The whole suite runs from bundles, files that are named as they are: see scripts/test/bundle-tests.mjs.
const folder = process.env.TEST_BUNDLES ? `${process.env.TEST_BUNDLES}/` : '';

// What takes longest comes first, so that none of it runs alone at the end: files that start processes or browsers, and of
// the others the longer ones.
const slow =
  /\b(?:startProcess|spawnServer|startHostProcess|startSecondProcess|commandProcess|execFile|browserTest)\b/u;
const weights = new Map();
const weightOf = (file) => {
  if (!weights.has(file)) {
    const text = readFileSync(file, 'utf8');
    weights.set(file, text.length + (slow.test(text) ? 1_000_000 : 0));
  }
  return weights.get(file);
};

export default {
  // Tests are compiled with everything else, so that they are type-checked and start at once.
  files: [`${folder}{packages,examples}/*/dist/test/**/*.test.js`, `${folder}dist/test/**/*.test.js`],
  nodeArguments: ['--enable-source-maps'],
  environmentVariables: { NODE_ENV: 'test' },
  timeout: '6m',
  // One more than a small machine has cores: tests also wait for PostgreSQL, for processes or for a mail server, but
  // with more at once each only takes longer.
  concurrency: 3,
  sortTestFiles: (one, other) => weightOf(other) - weightOf(one) || one.localeCompare(other),
};
