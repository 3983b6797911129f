export default {
  // Apart from the other tests, because these need root, and an image that takes minutes to build: see "npm run test:deploy".
  files: ['dist/test/deploy/*.check.js'],
  nodeArguments: ['--enable-source-maps'],
  environmentVariables: { NODE_ENV: 'test' },
  timeout: '6m',
  concurrency: 1,
};
