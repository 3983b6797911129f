/**
 * Columns that a plugin adds to the statement that looks up a token, so that a route that needs both makes one round
 * trip. The token store knows their SQL; the guard and the router only pass them on.
 */
export interface TokenColumns {
  /** The plugin's name; its columns are named `<name>.<column>` in the statement. */
  readonly name: string;
  /** The values of the statement, from a query that is not validated yet. Undefined: only the token is read. */
  values(query: Readonly<Record<string, unknown>>): readonly unknown[] | undefined;
}

/** What one request reads together with its token. Reading it grants no rights: they are checked as for any other read. */
export interface TokenRead {
  readonly columns: TokenColumns;
  readonly values: readonly unknown[];
  /** The plugin's columns. Undefined before the token is looked up, and if the plugin's part found no row. */
  row: unknown;
}

/** What a request reads with its token, if its query has the values that the columns need. */
export function tokenReadOf(
  columns: TokenColumns | undefined,
  query: Readonly<Record<string, unknown>>,
): TokenRead | undefined {
  const values = columns?.values(query);
  return columns && values ? { columns, values, row: undefined } : undefined;
}
