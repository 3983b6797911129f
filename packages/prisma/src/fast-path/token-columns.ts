import type { TokenColumns } from '@org/identity-core';
import type { QueryResultRow } from 'pg';
import { type BatchStatement, lookUp } from './batch-statement.js';

/** What a plugin reads with the state of a token: at most one row, found by index, that waits for no lock. */
export interface TokenColumnsDefinition extends TokenColumns {
  /** The SQL types of the values. */
  readonly types: readonly string[];
  /** The columns with the SQL expression of each. */
  readonly columns: Readonly<Record<string, string>>;
  /**
   * Everything from `FROM` on. The values are `$1`, `$2`, …; the row of the token is `token`, whose tenant and user are
   * `tokenTenant` and `tokenUser`. It is read before the caller's rights are checked: it must not decide about them.
   */
  readonly from: string;
}

export interface DeclaredTokenColumns extends TokenColumns {
  readonly statement: BatchStatement;
  /** The plugin's own columns of a row, or undefined if its part of the statement found nothing. */
  rowOf(row: QueryResultRow): Record<string, unknown> | undefined;
}

/** The tenant that a token is for, whether of a user or of a machine. */
export const tokenTenant = 'coalesce(token.tenant_id, token.machine_tenant_id)';
/** The user of a token; null for a machine. */
export const tokenUser = 'token.user_id';

/** Declares the statement that reads a token's state and a plugin's columns, whose names cannot meet. */
export function declareTokenColumns(definition: TokenColumnsDefinition, stateText: string): DeclaredTokenColumns {
  const { name, types, values } = definition;
  const columns = Object.entries(definition.columns);
  const found = `${name}.found`;
  const list = columns.map(([column, expression]) => `${expression} AS "${name}.${column}"`);
  // The token's hash comes first.
  const own = `SELECT true AS "${found}", ${list.join(', ')} ${definition.from}`.replaceAll(
    /\$(\d+)/gu,
    (_all, place: string) => `$${Number(place) + 1}`,
  );
  const text = `SELECT token.*, plugin.* FROM (${stateText}) token LEFT JOIN LATERAL (${own} LIMIT 1) plugin ON true`;
  const names = columns.map(([column]) => [column, `${name}.${column}`] as const);
  return {
    name,
    values,
    statement: lookUp(`token_state_${name}`, ['bytea', ...types], text),
    rowOf: (row) => {
      if (row[found] !== true) return undefined;
      const own: Record<string, unknown> = {};
      for (const [column, place] of names) own[column] = row[place];
      return own;
    },
  };
}
