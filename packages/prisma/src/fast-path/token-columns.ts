import type { TokenColumns } from '@org/identity-core';
import type { QueryResultRow } from 'pg';
import { type BatchStatement, lookUp } from './batch-statement.js';

/** What a plugin reads together with the state of a token: at most one row, found by an index, without waiting for a lock. */
export interface TokenColumnsDefinition extends TokenColumns {
  /** The SQL types of the values. */
  readonly types: readonly string[];
  /** The name of each column, with its SQL expression. */
  readonly columns: Readonly<Record<string, string>>;
  /**
   * The statement from `FROM` on. The values are `$1`, `$2`, …. The row of the token is `token`; its tenant and user are
   * `tokenTenant` and `tokenUser`. The row is read before the caller's rights are checked, so it must not decide about them.
   */
  readonly from: string;
}

export interface DeclaredTokenColumns extends TokenColumns {
  readonly statement: BatchStatement;
  /** Returns the plugin's columns of a row, and undefined if the plugin's part of the statement found no row. */
  rowOf(row: QueryResultRow): Record<string, unknown> | undefined;
}

/** The tenant of a token, whether it belongs to a user or to a machine. */
export const tokenTenant = 'coalesce(token.tenant_id, token.machine_tenant_id)';
/** The user of a token; NULL for a machine. */
export const tokenUser = 'token.user_id';

/** Declares the statement that reads the state of a token and a plugin's columns. Prefixes keep their names apart. */
export function declareTokenColumns(definition: TokenColumnsDefinition, stateText: string): DeclaredTokenColumns {
  const { name, types, values } = definition;
  const columns = Object.entries(definition.columns);
  const found = `${name}.found`;
  const list = columns.map(([column, expression]) => `${expression} AS "${name}.${column}"`);
  // `$1` is the hash of the token, so the plugin's values start at `$2`.
  const own = `SELECT true AS "${found}", ${list.join(', ')} ${definition.from}`.replaceAll(
    /\$(\d+)/gu,
    (_all, number: string) => `$${Number(number) + 1}`,
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
      for (const [column, alias] of names) own[column] = row[alias];
      return own;
    },
  };
}
