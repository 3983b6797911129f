import type {
  AccountStore,
  Command,
  CommandDeclaration,
  ConnectionKind,
  Connections,
  Directories,
  EventFeed,
  Events,
  FindNames,
  Groups,
  InvitationLicenses,
  Invocation,
  MailLimiter,
  MailQueue,
  Members,
  NotedMails,
  PersonalDataSection,
  Plugin,
  PluginHost,
  PluginParts,
  Seats,
  SignInMethod,
  SignInRecords,
} from '@org/identity-core';
import type { Pool } from 'pg';
import type { CommandTools } from './command-tools.js';
import type { Database, Transaction } from './database-types.js';

/** What a database adds to the host of every plugin. */
export interface DatabaseServices {
  /** The Prisma client. */
  readonly db: Database;
  /** The connection pool that Prisma uses, for SQL. */
  readonly pool: Pool;
  /** Publishes events in a transaction. */
  readonly events: Events<Transaction>;
  /** Queues mail in a transaction. */
  readonly mail: MailQueue<Transaction>;
  /** For mails that are written after the commit of the change. */
  readonly notedMails: NotedMails;
  /** Counts mail that users send to others. Call it before you add such a mail. */
  readonly mailLimits: MailLimiter<Transaction>;
  /** Sends queued mail soon. Call it after the commit; requests do not wait for it. */
  readonly sendMail: () => void;
  /** Sends the logout notices of ended sessions to their clients. Call it after the commit; requests do not wait for it. */
  readonly sendLogoutNotices: () => void;
  /** The accounts of `users()`. Missing while `users()` itself is set up. */
  readonly accounts: AccountStore<Transaction>;
  /** What the server and every plugin store about users. Call it when you need it: at the start not all plugins are known. */
  readonly personalData: () => readonly PersonalDataSection<Transaction>[];
  /** The names of all plugins' things by their ids. Call it when you need it: at the start not all plugins are known. */
  readonly namesOf: FindNames;
  /** The ways to sign in of all plugins, in their order. Call it when you need it: at the start not all plugins are known. */
  readonly signInMethods: () => readonly SignInMethod[];
  /** The kinds of connections of all plugins. Call it when you need it: at the start not all plugins are known. */
  readonly connectionKinds: () => readonly ConnectionKind[];
  /**
   * What other plugins offer; undefined if no plugin of the server does. Which there are is known from the start, but call
   * them only after the set-up: some plugins may not be set up yet.
   */
  readonly services: Readonly<PluginServices>;
}

/**
 * The services that plugins can offer. A plugin adds its own:
 * `declare module '@org/identity-prisma' { interface PluginServices { plans?: Plans } }`.
 */
export interface PluginServices {
  /** Finds, creates, checks and ends accounts. Every plugin has it as `host.accounts` as well. */
  accounts?: AccountStore<Transaction>;
  /** Changes the members of tenants. */
  members?: Members<Transaction>;
  /** Changes the groups that directories keep. */
  groups?: Groups<Transaction>;
  /** Grants and releases seats. */
  seats?: Seats<Transaction>;
  /** Keeps licenses for invited users. */
  invitationLicenses?: InvitationLicenses<Transaction>;
  /** Reads events in an order that skips none. */
  eventFeed?: EventFeed;
  /** What is known of the identity providers of tenants. */
  connections?: Connections<Transaction>;
  /** What directories say about members. */
  directories?: Directories<Transaction>;
  /** Lets the server record sign-ins and sign-outs as events. */
  signInRecords?: SignInRecords;
}

/** A plugin that uses this database. */
export type IdentityPlugin = Plugin<DatabaseServices, Transaction, PluginServices, CommandTools<PluginServices>>;
export type IdentityPluginParts = PluginParts<Transaction, PluginServices>;
export type IdentityPluginHost = PluginHost<DatabaseServices>;

/** A command that opens the database with what its invocation has. */
export type IdentityCommand = Command<CommandTools<PluginServices>>;
export type IdentityInvocation = Invocation & CommandTools<PluginServices>;
/** The commands of a plugin by name, before they are loaded. */
export type IdentityCommands = Readonly<Record<string, CommandDeclaration<CommandTools<PluginServices>>>>;
