import { setFlagsFromString } from 'node:v8';

const bundles = process.env.TEST_BUNDLES;

// Most code of a test runs a few times only. Later optimization saves 4 % of the CPU time, also in the threads.
setFlagsFromString('--interrupt-budget=1000000');

export default {
  // Tests are compiled with everything else, so that they are type-checked and start at once. The whole suite runs in groups
  // of files: see scripts/test/bundle-tests.mjs.
  files: bundles
    ? [`${bundles}/groups/*.test.js`]
    : ['{packages,examples}/*/dist/test/**/*.test.js', 'dist/test/**/*.test.js'],
  nodeArguments: ['--enable-source-maps'],
  environmentVariables: { NODE_ENV: 'test' },
  timeout: '6m',
  // One more than a small machine has cores: tests also wait for PostgreSQL, for processes or for a mail server, but
  // with more at once each only takes longer.
  concurrency: 3,
  // The names of the groups say what starts first.
  sortTestFiles: (one, other) => one.localeCompare(other),
};
