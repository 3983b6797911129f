export default {
  // Apart from the other tests, because these start identity providers of other projects: see "npm run test:sso".
  files: ['examples/server/dist/test/sso/*.check.js'],
  nodeArguments: ['--enable-source-maps'],
  environmentVariables: { NODE_ENV: 'test' },
  timeout: '6m',
  // Each file has a browser, a server and a provider.
  concurrency: 2,
};
