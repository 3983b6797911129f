import type { SealedColumn } from '@org/identity-core';
import type { Pool } from 'pg';
import { sealedMail } from '../background/mail/outbox.js';
import { type SealedValues, sealedKeys, valuesOfPlugin } from '../keys/sealed-values.js';

/** The encrypted values of the server itself. The keys come first: a server that starts needs them. */
const ownValues: readonly SealedValues[] = [...sealedKeys, sealedMail];

const name = /^[a-z_][a-z0-9_]*$/u;
const tableName = /^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*$/u;

/** Stores what the plugins declare, so that commands know it. */
export async function storeColumns(pool: Pool, columns: readonly SealedColumn[]): Promise<void> {
  for (const { table, column, id, purpose } of columns) {
    await pool.query(
      `INSERT INTO identity.sealed_columns AS s (table_name, column_name, id_column, purpose) VALUES ($1, $2, $3, $4)
       ON CONFLICT (table_name, column_name) DO UPDATE SET id_column = excluded.id_column, purpose = excluded.purpose
       WHERE (s.id_column, s.purpose) IS DISTINCT FROM (excluded.id_column, excluded.purpose)`,
      [table, column, id, purpose],
    );
  }
}

/** All columns with encrypted values: those of the server, and those that plugins have declared. */
export async function allSealedValues(pool: Pool): Promise<SealedValues[]> {
  const { rows } = await pool.query<SealedColumn>(
    `SELECT table_name AS table, column_name AS column, id_column AS id, purpose FROM identity.sealed_columns
     ORDER BY table_name, column_name`,
  );
  requirePlainNames(rows);
  return [...ownValues, ...rows.map(valuesOfPlugin)];
}

/** Throws if a name is not a plain one: the names become part of statements. */
export function requirePlainNames(columns: readonly SealedColumn[]): void {
  const wrong = columns.find(({ table, id, column }) => !tableName.test(table) || !name.test(id) || !name.test(column));
  if (!wrong) return;
  throw new Error(
    `The sealed column "${wrong.table}.${wrong.column}" with the id "${wrong.id}" needs a table with its schema and plain names, such as identity.totp.`,
  );
}
