import type { ParseArgsConfig } from 'node:util';
import type { Command as AnyCommand, Invocation as AnyInvocation, CommandOption } from '@org/identity-core';
import { sharedOptions } from '@org/identity-core/commands';
import type { CommandTools, IdentityPlugin, PluginServices } from '@org/identity-prisma';
import type { ProgramPlugins } from './program-plugins.js';

export type { CommandOption, Values } from '@org/identity-core';

/** What the commands of this package have besides. */
export interface ServerTools extends CommandTools<PluginServices> {
  readonly program: ProgramPlugins;
  /** The plugins of the host whose commands run. Undefined for `identity-server` itself. */
  readonly plugins?: readonly IdentityPlugin[] | undefined;
}

export type Command = AnyCommand<ServerTools>;
export type Invocation = AnyInvocation & ServerTools;

/** What the command line says, before it is known how to open the database. */
export type Given = Pick<Invocation, 'values' | 'positionals' | 'environment' | 'program' | 'plugins'>;

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
