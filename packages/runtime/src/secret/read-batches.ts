import type { Pool } from 'pg';
import type { SealedValues } from '../keys/sealed-values.js';
import type { Secrets } from '../keys/secrets.js';
import { findPlain } from '../keys/secrets.js';

/** Small enough to hold row locks for some milliseconds only. */
export const batchSize = 500;

export interface SealedRow {
  readonly id: string;
  readonly sealed: Buffer;
}

/** A value that the secrets can decrypt, with the index of the secret that fits: 0 is the current one. */
export interface OpenedRow extends SealedRow {
  readonly plain: Buffer;
  readonly index: number;
}

/** The type of the id column as SQL names it. Undefined if the table or a column does not exist, e.g. of a removed plugin. */
export async function findIdType(pool: Pool, { table, id, column }: SealedValues): Promise<string | undefined> {
  const { rows } = await pool.query<{ type: string }>(
    `SELECT format_type(i.atttypid, i.atttypmod) AS type FROM pg_attribute i
     JOIN pg_attribute c ON c.attrelid = i.attrelid AND c.attname = $3 AND NOT c.attisdropped
     WHERE i.attrelid = to_regclass($1) AND i.attname = $2 AND NOT i.attisdropped`,
    [table, id, column],
  );
  return rows[0]?.type;
}

/** Reads all values of a column, in batches by id. An empty value is none: such as the private half of an old key. */
export async function* readBatches(pool: Pool, { table, id, column }: SealedValues): AsyncGenerator<SealedRow[]> {
  let after: string | undefined;
  for (;;) {
    const { rows } = await pool.query<SealedRow>(
      `SELECT ${id}::text AS id, ${column} AS sealed FROM ${table} ${after === undefined ? '' : `WHERE ${id} > $2`}
       ORDER BY ${table}.${id} LIMIT $1`,
      after === undefined ? [batchSize] : [batchSize, after],
    );
    if (rows.length > 0) yield rows.filter(({ sealed }) => sealed !== null && sealed.length > 0);
    after = rows.at(-1)?.id;
    if (rows.length < batchSize) return;
  }
}

/** Decrypts a row with the secret that fits. Undefined if none does. */
export function openRow(secret: Secrets, { purposePrefix }: SealedValues, row: SealedRow): OpenedRow | undefined {
  try {
    const found = findPlain(secret, `${purposePrefix}${row.id}`, row.sealed);
    return found && { ...row, ...found };
  } catch {
    return undefined;
  }
}
