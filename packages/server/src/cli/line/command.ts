import type { ParseArgsConfig } from 'node:util';
import type { Command, CommandOption, Invocation as PluginInvocation } from '@org/identity-core';
import type { IdentityPlugin } from '@org/identity-prisma';

export type { Command, CommandOption, Values } from '@org/identity-core';

export interface Invocation extends PluginInvocation {
  /** The plugins of the host whose commands run. Undefined for `identity-server` itself. */
  readonly plugins?: readonly IdentityPlugin[] | undefined;
}

/** Exit codes. `failed`: the command failed or was used incorrectly. `problemFound`: a check found a problem. */
export const exitCodes = { done: 0, failed: 1, problemFound: 2 } as const;

/** The option of all commands that open the database. */
export const databaseOption = {
  'database-url': {
    type: 'string',
    value: 'url',
    help: 'URL without a password (default: DATABASE_URL, or the database of npm start)',
  },
} as const satisfies Command['options'];

/** The options of every command. */
export const sharedOptions = {
  json: { type: 'boolean', help: 'Print the result as JSON' },
  help: { type: 'boolean', help: 'Print this text' },
} as const satisfies Command['options'];

/** The options of a command in the form that `parseArgs` expects. */
export function parserOptions(command: Command): NonNullable<ParseArgsConfig['options']> {
  const options = { ...command.options, ...sharedOptions };
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, multiple }]: [string, CommandOption]) => [
      name,
      { type, multiple: multiple === true, ...(name === 'help' ? { short: 'h' } : {}) },
    ]),
  );
}
