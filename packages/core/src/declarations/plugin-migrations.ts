/** One migration of the tables that a plugin brings. */
export interface PluginMigration {
  /** Letters, digits, `_` and `-`, such as `0001_plans`. They are applied in the order of their names. */
  readonly name: string;
  readonly sql: string;
}

/** A folder with a file `<name>.sql` for each migration, or the list of them: a bundle has no folder. */
export type PluginMigrations = URL | readonly PluginMigration[];
