/**
 * The tests that take long, by the reason. `npm run test:slow` runs them, `npm test` runs all others, and `npm run test:all`
 * runs both. A test belongs to a suite by its folder: `test/<suite>` of any package, or one of the folders that are named here.
 */
export const slowSuites = {
  // In Chromium: the pages as people see and use them.
  browsers: ['examples/server/test/browser/'],
  // Processes are started, stopped and killed, and the database goes away.
  processes: [
    'examples/server/test/start/',
    'examples/client-libraries/',
    'examples/express-host/',
    'examples/fastify-host/',
    'packages/dev-postgres/',
    'packages/server/test/cli/',
    'packages/server/test/secret/',
  ],
  // Tables with many rows: plans of queries, and what must not take longer with them.
  tables: [],
  // Many requests at once, and random sequences of requests.
  load: [],
  // The pages of both consoles, without a browser.
  consoles: ['examples/server/test/console/', 'examples/server/test/platform/'],
  // Identity providers and directories of customers, users who come from another system, and applications of others.
  bridges: [
    'examples/server/test/connections/',
    'examples/server/test/apps/',
    'examples/server/test/scim/',
    'examples/server/test/imports/',
    'examples/server/test/fapi/',
    'examples/server/test/cimd/',
    'examples/server/test/agents/',
    'packages/users/test/import-formats/',
    'examples/mcp-server/test/sign-in/',
    'examples/server/test/devices/',
    'examples/server/test/apis/',
  ],
  // What the docs and texts say is tried out.
  docs: [],
  // Every route, with every kind of caller and of hostile input.
  routes: ['examples/server/test/robustness/contract/'],
};

/** Returns the name of the slow suite that a compiled test file belongs to, or undefined. */
export function slowSuiteOf(file) {
  const path = file.replace('dist/test/', 'test/');
  const [, folder] = /(?:^|\/)test\/([^/]+)\//u.exec(path) ?? [];
  return Object.keys(slowSuites).find(
    (suite) => suite === folder || slowSuites[suite].some((beginning) => path.startsWith(beginning)),
  );
}

/**
 * Reads what to run: nothing given means all files but the slow ones, `--slow` all slow suites or those that are named,
 * `--all` every file. Other arguments are AVA's.
 */
export function readSelection([option, ...names]) {
  if (option === undefined) return { args: [], includes: (file) => slowSuiteOf(file) === undefined };
  if (option === '--all' && names.length === 0) return { args: [], includes: () => true };
  if (option !== '--slow') return { args: [option, ...names], includes: () => true };
  const unknown = names.find((name) => !Object.hasOwn(slowSuites, name));
  if (unknown) throw new Error(`"${unknown}" is no slow suite. There are: ${Object.keys(slowSuites).join(', ')}.`);
  const suites = names.length > 0 ? names : Object.keys(slowSuites);
  return { args: [], includes: (file) => suites.includes(slowSuiteOf(file)) };
}
