export default {
  // Apart from the other tests, because these install packages from the registry or start other people's commands, which
  // takes a minute: see "npm run test:packages".
  files: ['dist/test/packages/*.check.js', 'dist/test/stranger/*.check.js', 'examples/*/dist/test/*.check.js'],
  nodeArguments: ['--enable-source-maps'],
  environmentVariables: { NODE_ENV: 'test' },
  timeout: '10m',
};
