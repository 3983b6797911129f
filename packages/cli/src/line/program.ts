import type { CommandDeclaration } from '@org/identity-core';
import type { IdentityPlugin } from '@org/identity-prisma';
import type { ServerTools } from './command.js';
import type { ProgramPlugins } from './program-plugins.js';

export type Commands = Readonly<Record<string, CommandDeclaration<ServerTools>>>;

/** A program that the frame runs: its commands, and the plugins that it contains. */
export interface Program extends ProgramPlugins {
  /** Every command by its name, in the order of the help text. */
  readonly commands: Commands;
  /** Which of them are of a plugin, by the name of the plugin. */
  readonly ofPlugins: Readonly<Record<string, Commands>>;
}

/** The commands of a host: those of the program, and those that its plugins declare. Without a host, all of the program. */
export function commandsWith(
  program: Pick<Program, 'commands' | 'ofPlugins'>,
  plugins?: readonly Pick<IdentityPlugin, 'name' | 'declares'>[],
): Commands {
  const { commands } = program;
  if (!plugins) return commands;
  const isOwn = (name: string) => Object.hasOwn(commands, name) && pluginOf(program, name) === undefined;
  const declared: Record<string, Commands[string]> = {};
  for (const { name: plugin, declares } of plugins)
    for (const [name, command] of Object.entries(declares?.commands ?? {})) {
      if (Object.hasOwn(declared, name) || isOwn(name))
        throw new Error(`The plugin "${plugin}" declares the command "${name}", which exists.`);
      declared[name] = command;
    }
  const kept = Object.entries(commands).filter(([name]) => isOwn(name) || Object.hasOwn(declared, name));
  // Those of contained plugins keep their place in the help text.
  return { ...Object.fromEntries(kept), ...declared };
}

/** The plugin of a command of the program, or of a group of its commands. Undefined if it is of no plugin. */
export function pluginOf({ ofPlugins }: Pick<Program, 'ofPlugins'>, name: string): string | undefined {
  const has = (names: Commands) => Object.keys(names).some((known) => known === name || known.startsWith(`${name} `));
  return Object.keys(ofPlugins).find((plugin) => has(ofPlugins[plugin] ?? {}));
}
