import type {
  AccountStore,
  EventFeed,
  Events,
  FindNames,
  InvitationLicenses,
  MailLimiter,
  MailQueue,
  NotedMails,
  PersonalDataSection,
  Plugin,
  PluginHost,
} from '@org/identity-core';
import type { Pool } from 'pg';
import type { Database, Transaction } from './database.js';

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
  /** The accounts of `users()`. Missing in the host of the part `accounts`. */
  readonly accounts: AccountStore<Transaction>;
  /** What the server and every plugin store about users. Call it when you need it: at the start not all plugins are known. */
  readonly personalData: () => readonly PersonalDataSection<Transaction>[];
  /** The names of all plugins' things by their ids. Call it when you need it: at the start not all plugins are known. */
  readonly namesOf: FindNames;
  /** Keeps licenses for invited users; undefined if no plugin does. Missing in the hosts of `accounts` and of this part. */
  readonly invitationLicenses?: InvitationLicenses<Transaction> | undefined;
  /** Reads events in an order that skips none; undefined if no plugin does. Missing in the same hosts. */
  readonly eventFeed?: EventFeed | undefined;
}

/** A plugin that uses this database. */
export type IdentityPlugin = Plugin<DatabaseServices, Transaction>;
export type IdentityPluginHost = PluginHost<DatabaseServices>;
