/**
 * The test files that take long, by the reason. `npm run test:slow` runs them, `npm test` runs all others, and
 * `npm run test:all` runs both. A pattern is a path, the beginning of one (`/` at its end), the name of a file, or the end of
 * one (`-` at its beginning).
 */
export const slowSuites = {
  // In Chromium: the pages as people see and use them.
  browsers: ['examples/server/test/browser/', 'start-page'],
  // Processes are started, stopped and killed, and the database goes away.
  processes: [
    'examples/server/test/start/',
    'examples/client-libraries/',
    'examples/express-host/',
    'examples/fastify-host/',
    'packages/dev-postgres/',
    'packages/server/test/cli/',
    'packages/server/test/secret/',
    'check-password',
    'crash',
    'create-identity-server',
    'csv-in-spreadsheets',
    'database-frozen',
    'database-restart',
    'database-unavailable',
    'demoted-primary',
    'invitation-secrets',
    'key-rotation',
    'killed-sender',
    'lost-standby',
    'mail-settings',
    'mirror-stale',
    'pgbouncer',
    'point-in-time-restore',
    'runtime-warning',
    'secret-rotation',
    'smtp-transport',
    'stream-life',
    'unconfirmed-commit',
  ],
  // Tables with many rows: plans of queries, and what must not take longer with them.
  tables: [
    '-many',
    '-plans',
    'busy-tenant',
    'count-without-second-factor',
    'delete-tenant',
    'events-by-month',
    'purge',
    'ten-thousand-events',
  ],
  // Many requests at once, and random sequences of requests.
  load: [
    '-model',
    '-parallel',
    '-traffic',
    'hot-request-cpu',
    'hot-requests',
    'idle',
    'limits',
    'lock-order',
    'parallel-use',
  ],
  // The pages of both consoles, without a browser.
  consoles: ['examples/server/test/console/', 'examples/server/test/platform/'],
  // What the docs and texts say is tried out.
  docs: ['test/docs', 'test/plugin-docs', 'test/texts', 'statement-docs'],
  // Every route, with every kind of caller and of hostile input.
  routes: [
    'test/patterns',
    'examples/server/test/http/rehearsal',
    'examples/server/test/robustness/contract/',
    '-hostile',
    '-misuse',
    '-replays',
    '-rights',
    '-scopes',
    '-threats',
    'bad-input',
    'bad-oauth-input',
    'hostile-numbers',
    'malformed-requests',
    'poisoned-hosts',
    'reply-rolls-back',
    'second-factor-of-a-tenant',
    'stale-or-forged-sign-ins',
  ],
};

/** Returns the name of the slow suite that a compiled test file belongs to, or undefined. */
export function slowSuiteOf(file) {
  return Object.keys(slowSuites).find((suite) => slowSuites[suite].some((pattern) => fits(file, pattern)));
}

export function fits(file, pattern) {
  const path = file.replace('dist/test/', 'test/').replace(/\.test\.js$/u, '');
  const name = path.split('/').at(-1);
  if (pattern.endsWith('/')) return path.startsWith(pattern);
  return pattern.startsWith('-') ? name.endsWith(pattern) : name === pattern || path === pattern;
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
