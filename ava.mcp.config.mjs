export default {
  // Apart from the other tests, because they download the conformance tests of MCP: see "npm run test:mcp".
  files: ['examples/mcp-server/dist/test/conformance/*.check.js'],
  nodeArguments: ['--enable-source-maps'],
  environmentVariables: { NODE_ENV: 'test' },
  timeout: '6m',
};
