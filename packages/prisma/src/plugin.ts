import type { Plugin, PluginHost } from '@org/identity-core';
import type { Pool } from 'pg';
import type { Database } from './database.js';

/** What the database adds to every plugin's host. */
export interface DatabaseServices {
  readonly db: Database;
  readonly pool: Pool;
}

/** A plugin that works on our database. */
export type IdentityPlugin = Plugin<DatabaseServices>;
export type IdentityPluginHost = PluginHost<DatabaseServices>;
