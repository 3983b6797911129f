import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { readFingerprints } from './event-fingerprints.js';
import { firstDayOf, lowestIdOf, monthOf, monthsAfter } from './month.js';

const pageSize = 2_000;

export interface MonthExport {
  readonly month: string;
  readonly events: number;
  /** Of the whole file, in hexadecimal digits. */
  readonly sha256: string;
}

export interface ExportInput {
  readonly month: string;
  /** The name of the file, for the record. */
  readonly file: string;
  readonly now?: Date;
  /** Writes a part of the file and waits until there is room for more. */
  write(part: string): Promise<void>;
  /** Called when everything is written, before the export is recorded: the file must be safe on disk by then. */
  finish(): Promise<void>;
}

/**
 * Writes the events of a month in the order of their ids, one JSON object in each line, and records the export. All parts are
 * read from one snapshot. Throws if the month is not over: its events could not be complete.
 */
export async function exportEventMonth(pool: Pool, input: ExportInput): Promise<MonthExport> {
  const { month, file, now = new Date() } = input;
  if (month >= monthOf(now)) throw new Error(`The month ${month} is not over yet, so it cannot be exported.`);
  const hash = createHash('sha256');
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0');
    // The disk may be slow, and nothing waits for a read.
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const range = [lowestIdOf(month), lowestIdOf(monthsAfter(month, 1))] as const;
    let events = 0;
    for await (const lines of pagesOf(client, range)) {
      events += lines.length;
      const part = lines.map((line) => `${line}\n`).join('');
      hash.update(part);
      await input.write(part);
    }
    const where = 'identity.events WHERE id >= $1::uuid AND id < $2::uuid';
    const [found] = await readFingerprints(client, where, range);
    await client.query('COMMIT');
    await input.finish();
    const digest = hash.digest();
    await record(client, { month, file, events, fingerprint: found?.fingerprint ?? '0', digest });
    return { month, events, sha256: digest.toString('hex') };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

// PostgreSQL writes each line: numbers of any size in `data` stay as they are.
const line = `json_build_object('id', id, 'type', type, 'tenantId', tenant_id, 'actorKind', actor_kind,
  'actorId', actor_id, 'subjectId', subject_id, 'data', data,
  'occurredAt', to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text`;

async function* pagesOf(client: PoolClient, [low, high]: readonly [string, string]): AsyncGenerator<string[]> {
  let after: string | undefined;
  for (;;) {
    const { rows } = await client.query<{ id: string; line: string }>(
      `SELECT id, ${line} AS line FROM identity.events
       WHERE id ${after === undefined ? '>=' : '>'} $1::uuid AND id < $2::uuid ORDER BY id LIMIT ${pageSize}`,
      [after ?? low, high],
    );
    if (rows.length > 0) yield rows.map((row) => row.line);
    if (rows.length < pageSize) return;
    after = rows.at(-1)?.id;
  }
}

interface Recorded {
  month: string;
  file: string;
  events: number;
  fingerprint: string;
  digest: Buffer;
}

async function record(client: PoolClient, { month, file, events, fingerprint, digest }: Recorded): Promise<void> {
  await client.query(
    `INSERT INTO identity.event_exports (month, events, fingerprint, sha256, file) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (month) DO UPDATE SET events = excluded.events, fingerprint = excluded.fingerprint,
       sha256 = excluded.sha256, file = excluded.file, exported_at = now(), dropped_at = NULL`,
    [firstDayOf(month), events, fingerprint, digest, file],
  );
}
