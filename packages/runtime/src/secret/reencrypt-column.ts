import type { Pool } from 'pg';
import type { SealedValues } from '../keys/sealed-values.js';
import type { SecretList } from '../keys/secrets.js';
import { encrypt } from '../keys/secrets.js';
import { findIdType, type OpenedRow, openRow, readBatches } from './read-batches.js';

export interface Reencrypted {
  /** Values that are encrypted with the current secret now, and were not before. */
  changed: number;
  /** Values that a server changed at the same moment: a further pass decides about them. */
  missed: number;
  /** Values that no secret decrypts. They are left as they are. */
  unknown: number;
}

const attempts = 5;
/** Deadlock, lock timeout and serialization failure: the batch changed nothing and can run again. */
const passing = new Set(['40P01', '55P03', '40001']);

/** Encrypts every value of a column that another secret has encrypted with the current one, in batches. */
export async function reencryptColumn(
  pool: Pool,
  secret: SecretList,
  values: SealedValues,
  onBatch: (changed: number) => void = () => {},
): Promise<Reencrypted> {
  const total: Reencrypted = { changed: 0, missed: 0, unknown: 0 };
  const idType = await findIdType(pool, values);
  if (idType === undefined) return total;
  for await (const rows of readBatches(pool, values)) {
    const opened = rows.flatMap((row) => openRow(secret, values, row) ?? []);
    const old = opened.filter(({ index }) => index > 0);
    const changed = old.length === 0 ? 0 : await writeBatch(pool, statementOf(values, idType), secret, values, old);
    total.changed += changed;
    total.missed += old.length - changed;
    total.unknown += rows.length - opened.length;
    if (changed > 0) onBatch(total.changed);
  }
  return total;
}

/** Changes a row only if it still has the value that was read: a change that a server made meanwhile is never lost. */
function statementOf({ table, id, column, hashColumns = [] }: SealedValues, idType: string): string {
  const hashes = hashColumns.map((_, index) => `hash${index}`);
  const arrays = [`$1::${idType}[]`, ...[column, column, ...hashColumns].map((_, index) => `$${index + 2}::bytea[]`)];
  const changes = [`${column} = u.fresh`, ...hashColumns.map((hash, index) => `${hash} = u.hash${index}`)];
  return `UPDATE ${table} AS t SET ${changes.join(', ')}
    FROM (SELECT * FROM unnest(${arrays.join(', ')}) AS u(${['id', 'old', 'fresh', ...hashes].join(', ')}) ORDER BY 1) AS u
    WHERE t.${id} = u.id AND t.${column} = u.old`;
}

async function writeBatch(
  pool: Pool,
  statement: string,
  secret: SecretList,
  { purposePrefix, hashColumns = [], hashesOf }: SealedValues,
  rows: readonly OpenedRow[],
): Promise<number> {
  const fresh = rows.map(({ id, plain }) => Buffer.from(encrypt(secret, `${purposePrefix}${id}`, plain)));
  const hashes = rows.map(({ plain }) => hashesOf?.(secret, plain) ?? []);
  const hashArrays = hashColumns.map((_, index) => hashes.map((each) => bufferOf(each[index])));
  const parameters = [rows.map(({ id }) => id), rows.map(({ sealed }) => sealed), fresh, ...hashArrays];
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await pool.query(statement, parameters)).rowCount ?? 0;
    } catch (error) {
      if (attempt === attempts || !passing.has((error as { code?: string }).code ?? '')) throw error;
    }
  }
}

const bufferOf = (bytes: Uint8Array | null | undefined) => (bytes ? Buffer.from(bytes) : null);
