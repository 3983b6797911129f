import type { CommandOption } from '../declarations/command.js';

/** The option of all commands that open the database. */
export const databaseOption = {
  'database-url': {
    type: 'string',
    value: 'url',
    help: 'URL without a password (default: DATABASE_URL, or the database of npm start)',
  },
} as const satisfies Readonly<Record<string, CommandOption>>;

/** The option of the commands that make a link: `issuer()` of the invocation reads it. */
export const issuerOption = {
  issuer: { type: 'string', value: 'url', help: 'The base URL of the servers, for a link (default: ISSUER)' },
} as const satisfies Readonly<Record<string, CommandOption>>;

/** The option of every command that deletes or blocks something: `confirm` reads it. */
export const confirmOption = {
  yes: { type: 'boolean', help: 'Do not ask; required in scripts and with --json' },
} as const satisfies Readonly<Record<string, CommandOption>>;

/** The entries of a page, if nothing is given, and at most. */
export const pageLimits = { fallback: 50, max: 100 } as const;

/** The options of every list: `readPage` reads them. */
export const pageOptions = {
  limit: {
    type: 'string',
    value: 'number',
    help: `Entries per page, up to ${pageLimits.max} (default ${pageLimits.fallback})`,
  },
  page: { type: 'string', value: 'number', help: 'Which page (default 1)' },
} as const satisfies Readonly<Record<string, CommandOption>>;

/** The options of every command. A command does not list them. */
export const sharedOptions = {
  json: { type: 'boolean', help: 'Print the result as JSON' },
  help: { type: 'boolean', help: 'Print this text' },
} as const satisfies Readonly<Record<string, CommandOption>>;
