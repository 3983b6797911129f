export default {
  // Apart from the other tests, because these install packages from the registry: see "npm run test:packages".
  files: ['dist/test/packages/*.check.js'],
  nodeArguments: ['--enable-source-maps'],
  environmentVariables: { NODE_ENV: 'test' },
  timeout: '10m',
};
