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

/** The options of every command. A command does not list them. */
export const sharedOptions = {
  json: { type: 'boolean', help: 'Print the result as JSON' },
  help: { type: 'boolean', help: 'Print this text' },
} as const satisfies Readonly<Record<string, CommandOption>>;
