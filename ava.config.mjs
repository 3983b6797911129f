// The whole suite runs from bundles, files that are named as they are: see scripts/test/bundle-tests.mjs.
const folder = process.env.TEST_BUNDLES ? `${process.env.TEST_BUNDLES}/` : '';

export default {
  // Tests are compiled with everything else, so that they are type-checked and start at once.
  files: [`${folder}{packages,examples}/*/dist/test/**/*.test.js`, `${folder}dist/test/**/*.test.js`],
  nodeArguments: ['--enable-source-maps'],
  environmentVariables: { NODE_ENV: 'test' },
  timeout: '6m',
  // One more than a small machine has cores: tests also wait for PostgreSQL, for processes or for a mail server, but
  // with more at once each only takes longer.
  concurrency: 3,
};
