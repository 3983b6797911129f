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
  readonly db: Database;
  readonly pool: Pool;
  readonly events: Events<Transaction>;
  readonly mail: MailQueue<Transaction>;
  /** Counts mail that a user makes the service send to others; to be asked before such a mail is added. */
  readonly mailLimits: MailLimiter<Transaction>;
  /** Sends queued mail soon; called after a commit, never awaited by a request. */
  readonly sendMail: () => void;
  /** Tells clients of sessions that have ended; called after a commit that ended some, never awaited either. */
  readonly sendLogoutNotices: () => void;
  /** The accounts, of `users()`. */
  readonly accounts: AccountStore<Transaction>;
  /** What every plugin and the server itself store about people; asked when needed, as the plugins are put together one by one. */
  readonly personalData: () => readonly PersonalDataSection<Transaction>[];
}

/** A plugin that works on our database. */
export type IdentityPlugin = Plugin<DatabaseServices, Transaction>;
export type IdentityPluginHost = PluginHost<DatabaseServices>;
