export default {
  // Tests are compiled with everything else, so that they are type-checked and start at once.
  files: ['{packages,examples}/*/dist/test/**/*.test.js', 'dist/test/**/*.test.js'],
  nodeArguments: ['--enable-source-maps'],
  environmentVariables: { NODE_ENV: 'test' },
  timeout: '6m',
  // One more than a small machine has cores: tests also wait for PostgreSQL, for processes or for a mail server, but
  // with more at once each only takes longer.
  concurrency: 3,
};
