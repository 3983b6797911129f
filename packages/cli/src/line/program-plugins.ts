import type { Actor, Subscriber } from '@org/identity-core';
import type { CommandDatabase, Database, EventBus, IdentityPlugin, Transaction } from '@org/identity-prisma';

type Environment = Readonly<Record<string, string | undefined>>;

/** The plugins that a program contains: this package knows none by name. */
export interface ProgramPlugins {
  /** Without a host: `verify` and `after-restore` use their declarations. */
  declaredPlugins(): Promise<readonly IdentityPlugin[]>;
  /** Without a host: makes known what they declare, without loading them. */
  declareBuiltIn(): Promise<void>;
  /** Those that `withServer` sets up, without a host. */
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
