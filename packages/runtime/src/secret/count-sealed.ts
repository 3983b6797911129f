import type { Pool } from 'pg';
import type { SealedValues } from '../keys/sealed-values.js';
import { type SecretList, secretId } from '../keys/secrets.js';
import { allSealedValues } from './declared-columns.js';
import { findIdType, openRow, readBatches } from './read-batches.js';
import { cannotReadOurs, runningProcesses } from './server-processes.js';

/** How many values of a column each kind of secret has encrypted. */
export interface ColumnStatus {
  table: string;
  column: string;
  current: number;
  other: number;
  /** No configured secret decrypts them. */
  unknown: number;
}

export interface ProcessStatus {
  running: number;
  /** They encrypt with another secret than the current one. */
  encryptWithAnother: number;
  /** They cannot decrypt what the current secret has encrypted. */
  withoutCurrent: number;
  /** They lack one of the other secrets. */
  withoutOthers: number;
}

export interface SecretStatus {
  columns: ColumnStatus[];
  processes: ProcessStatus;
}

/** Counts which secret has encrypted what, by decrypting all values, and says which secrets the running processes have. */
export async function secretStatus(pool: Pool, secret: SecretList): Promise<SecretStatus> {
  const columns: ColumnStatus[] = [];
  for (const values of await allSealedValues(pool))
    if ((await findIdType(pool, values)) !== undefined) columns.push(await countColumn(pool, secret, values));
  return { columns, processes: await processStatus(pool, secret) };
}

/** The part of the status that is read without decrypting anything. */
export async function processStatus(pool: Pool, secret: SecretList): Promise<ProcessStatus> {
  const processes = await runningProcesses(pool);
  const [current, ...others] = secret.map(secretId);
  const lacksOthers = (knownIds: string[]) => others.some((id) => !knownIds.includes(id));
  return {
    running: processes.length,
    encryptWithAnother: processes.filter((process) => process.secretId !== current).length,
    withoutCurrent: cannotReadOurs(processes, secret).length,
    withoutOthers: processes.filter(({ knownIds }) => lacksOthers(knownIds)).length,
  };
}

/** Counts the values of one column. */
export async function countColumn(pool: Pool, secret: SecretList, values: SealedValues): Promise<ColumnStatus> {
  const status = { table: values.table, column: values.column, current: 0, other: 0, unknown: 0 };
  for await (const rows of readBatches(pool, values)) {
    for (const row of rows) {
      const index = openRow(secret, values, row)?.index;
      if (index === undefined) status.unknown += 1;
      else if (index === 0) status.current += 1;
      else status.other += 1;
    }
  }
  return status;
}
