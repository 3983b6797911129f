import type { Actor, CommandDeclaration, Subscriber } from '@org/identity-core';
import type { CommandDatabase, Database, EventBus, IdentityPlugin, Transaction } from '@org/identity-prisma';
import type { ServerTools } from './line/command.js';

export type Commands = Readonly<Record<string, CommandDeclaration<ServerTools>>>;
type Environment = Readonly<Record<string, string | undefined>>;

/** What a program contains besides this frame: the frame knows no plugin by name. */
export interface Program {
  /** Every command by its name, in the order of the help text. */
  readonly commands: Commands;
  /** Which of them are of a plugin, by the name of the plugin. */
  readonly ofPlugins: Readonly<Record<string, Commands>>;
  /** The contained plugins, without a host: `verify` and `after-restore` use their declarations. */
  declaredPlugins(): Promise<readonly IdentityPlugin[]>;
  /** The contained plugins that `withServer` sets up, without a host. */
  serverPlugins(environment: Environment): Promise<readonly IdentityPlugin[]>;
  /** What hears of events in `withDatabase`, which sets no plugin up. */
  subscribers(services: { readonly events: EventBus }): Promise<readonly Subscriber<Transaction>[]>;
  /** What commands do with accounts without the plugin that owns them. */
  accounts(): Promise<ProgramAccounts>;
}

export interface ProgramAccounts {
  findUser(db: Database, emailOrId: string): ReturnType<CommandDatabase['findUser']>;
  /** Closes accounts that a restore has brought back. Says what became of each. */
  eraseAgain(
    services: { readonly db: Database; readonly events: EventBus },
    erased: { readonly userIds: readonly string[]; readonly actor: Actor },
  ): Promise<{ closed: string[]; unknown: string[]; refused: { userId: string; reason: string }[] }>;
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
