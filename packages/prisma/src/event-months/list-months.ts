import type { Pool } from 'pg';
import { readFingerprints } from './event-fingerprints.js';
import { readPartitions, tableName } from './partitions.js';

export interface EventMonth {
  readonly month: string;
  readonly partition: string;
  readonly events: number;
  /** Of the whole partition, with indexes. */
  readonly partitionBytes: number;
  /** `changed`: events were added, changed or removed since the export. */
  readonly exported: 'yes' | 'no' | 'changed';
  readonly exportedAt: Date | null;
  readonly file: string | null;
}

interface Exported {
  month: string;
  fingerprint: string;
  at: Date;
  file: string;
}

/** Lists the months that have events, oldest first. Reads all events: it takes a second for about a million. */
export async function listEventMonths(pool: Pool): Promise<EventMonth[]> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0');
    const { rows } = await client.query<Exported>(
      `SELECT to_char(month, 'YYYY-MM') AS month, fingerprint, exported_at AS at, file FROM identity.event_exports`,
    );
    const exports = new Map(rows.map((row) => [row.month, row]));
    const months: EventMonth[] = [];
    for (const { name, bytes } of await readPartitions(client)) {
      for (const { month, events, fingerprint } of await readFingerprints(client, tableName(name))) {
        const known = exports.get(month);
        const exported = !known ? 'no' : known.fingerprint === fingerprint ? 'yes' : 'changed';
        const { at: exportedAt = null, file = null } = known ?? {};
        months.push({ month, partition: name, events, partitionBytes: bytes, exported, exportedAt, file });
      }
    }
    await client.query('COMMIT');
    return months;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
