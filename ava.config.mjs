export default {
  // Tests are compiled with everything else, so that they are type-checked and start at once.
  files: ['{packages,examples}/*/dist/test/**/*.test.js', 'dist/test/**/*.test.js'],
  nodeArguments: ['--enable-source-maps'],
  environmentVariables: { NODE_ENV: 'test' },
  timeout: '2m',
  // Twice the cores of a small machine: many tests wait for PostgreSQL, for processes or for a mail server.
  concurrency: 4,
};
