import type {
  AccountStore,
  Events,
  MailLimiter,
  MailQueue,
  PersonalDataSection,
  Plugin,
  PluginHost,
} from '@org/identity-core';
import type { Pool } from 'pg';
import type { Database, Transaction } from './database.js';

/** What the database adds to every plugin's host. */
export interface DatabaseServices {
  /** Prisma's client. */
  readonly db: Database;
  /** The connections that Prisma uses, for SQL. */
  readonly pool: Pool;
  /** Publishes events in a transaction. */
  readonly events: Events<Transaction>;
  /** Queues mail in a transaction. */
  readonly mail: MailQueue<Transaction>;
  /** Counts mail that users send to others. To be called before such a mail is added. */
  readonly mailLimits: MailLimiter<Transaction>;
  /** Sends queued mail soon. To be called after the commit; requests do not wait for it. */
  readonly sendMail: () => void;
  /** Sends the logout notices of ended sessions to their clients. To be called after the commit; requests do not wait for it. */
  readonly sendLogoutNotices: () => void;
  /** The accounts, of `users()`. Missing in the host of its part `accounts`. */
  readonly accounts: AccountStore<Transaction>;
  /** What the server and every plugin store about people. To be called when it is needed: at start not all plugins are known. */
  readonly personalData: () => readonly PersonalDataSection<Transaction>[];
}

/** A plugin that works on our database. */
export type IdentityPlugin = Plugin<DatabaseServices, Transaction>;
export type IdentityPluginHost = PluginHost<DatabaseServices>;
