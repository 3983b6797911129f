import { basename } from 'node:path';

// The whole suite runs from bundles, files that are named as they are: see scripts/test/bundle-tests.mjs.
const folder = process.env.TEST_BUNDLES ? `${process.env.TEST_BUNDLES}/` : '';

// Those that take longest come first, so that none of them runs alone at the end.
const longest = [
  'change-member',
  'start',
  'tenant-commands',
  'public-issuer',
  'client-commands',
  'disabled-users',
  'browser',
  'bad-input',
  'seed-command',
  'docs',
  'sso-hostile',
  'interaction-misuse',
  'browser-account',
  'browser-mailed-links',
  'crash',
  'cli',
  'query-plans',
  'parallel-use',
  'licensing-parallel',
  'mail',
];
const rank = (file) => {
  const place = longest.indexOf(basename(file, '.test.js'));
  return place === -1 ? longest.length : place;
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
  sortTestFiles: (one, other) => rank(one) - rank(other) || one.localeCompare(other),
};
