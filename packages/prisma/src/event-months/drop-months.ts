import type { Pool, PoolClient } from 'pg';
import { type MonthFingerprint, readFingerprints } from './event-fingerprints.js';
import { firstDayOf, lowestIdOf, monthOfId } from './month.js';
import { inMonthTransaction } from './month-transaction.js';
import { boundsSql, ownLikeEvents, type Partition, readPartitions, tableName } from './partitions.js';

export interface DropInput {
  /** Partitions are dropped if all of their events are of months before this one. */
  readonly before: string;
  /** False drops events that are not in an export, too. */
  readonly exportFirst: boolean;
  readonly signal?: AbortSignal;
}

export interface DroppedMonths {
  readonly dropped: readonly MonthFingerprint[];
  /** Months that are not exported, or whose events were changed since: they and all later ones are kept. */
  readonly notExported: readonly string[];
}

/**
 * Drops the partitions of old events, oldest first, each in one transaction. A partition is dropped only if the events of
 * each of its months are exactly those of an export.
 */
export async function dropEventMonths(pool: Pool, { before, exportFirst, signal }: DropInput): Promise<DroppedMonths> {
  const dropped: MonthFingerprint[] = [];
  const end = lowestIdOf(before);
  for (const { name } of await readPartitions(pool)) {
    if (signal?.aborted) break;
    const result = await inMonthTransaction(pool, async (client) => {
      const partitions = await readPartitions(client);
      const index = partitions.findIndex((partition) => partition.name === name);
      const partition = partitions[index];
      if (!partition || partition.high === null || partition.high > end) return undefined;
      return dropOne(client, partition, { exportFirst, previous: partitions[index - 1] });
    });
    if (!result) break;
    dropped.push(...result.dropped);
    if (result.notExported.length > 0) return { dropped, notExported: result.notExported };
  }
  return { dropped, notExported: [] };
}

async function dropOne(
  client: PoolClient,
  partition: Partition,
  { exportFirst, previous }: { exportFirst: boolean; previous: Partition | undefined },
): Promise<DroppedMonths> {
  const table = tableName(partition.name);
  const { rows } = await client.query(`SELECT FROM ${table} LIMIT 1`);
  // The first partition has no lower bound. It stays, empty, for events of a machine whose clock is far behind.
  if (rows.length === 0 && partition.low === null) return { dropped: [], notExported: [] };
  if (exportFirst && rows.length > 0 && !(await hasExport(client, partition)))
    return { dropped: [], notExported: [await firstMonth(client, table)] };
  // Reads go on until the partition is dropped. Only an erasure writes to old events; it waits.
  await client.query(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
  const months = await readFingerprints(client, table);
  const notExported = exportFirst ? await differingMonths(client, months) : [];
  if (notExported.length > 0) return { dropped: [], notExported };
  await client.query(
    `CREATE TRIGGER events_count_dropped BEFORE DELETE ON ${table} FOR EACH STATEMENT
     EXECUTE FUNCTION identity.count_dropped_events()`,
  );
  await client.query(`DELETE FROM ${table} WHERE false`);
  await client.query('LOCK TABLE identity.events IN ACCESS EXCLUSIVE MODE');
  await client.query(`DROP TABLE ${table}`);
  await coverFrom(client, partition, previous);
  await client.query('UPDATE identity.event_exports SET dropped_at = now() WHERE month = ANY($1::date[])', [
    months.map(({ month }) => firstDayOf(month)),
  ]);
  return { dropped: months, notExported: [] };
}

/** Whether any month of the partition was exported. Saves reading a large partition each time. */
async function hasExport(client: PoolClient, { low, high }: Partition): Promise<boolean> {
  const from = low === null ? undefined : monthOfId(low);
  const until = high === null ? undefined : monthOfId(high);
  const { rows } = await client.query('SELECT FROM identity.event_exports WHERE month >= $1 AND month < $2 LIMIT 1', [
    from === undefined ? '-infinity' : firstDayOf(from),
    until === undefined ? 'infinity' : firstDayOf(until),
  ]);
  return rows.length > 0;
}

async function firstMonth(client: PoolClient, table: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(`SELECT id FROM ${table} ORDER BY id LIMIT 1`);
  return monthOfId(rows[0]?.id ?? '') ?? 'unknown';
}

/** The months whose events are not exactly those of their export. */
async function differingMonths(client: PoolClient, months: readonly MonthFingerprint[]): Promise<string[]> {
  const { rows } = await client.query<{ month: string; events: string; fingerprint: string }>(
    "SELECT to_char(month, 'YYYY-MM') AS month, events, fingerprint FROM identity.event_exports",
  );
  const exported = new Map(rows.map((row) => [row.month, row]));
  return months
    .filter(({ month, events, fingerprint }) => {
      const known = exported.get(month);
      return known?.fingerprint !== fingerprint || Number(known.events) !== events;
    })
    .map(({ month }) => month);
}

/** Lets the first partition hold the ids of the dropped one, so that an insert never fails. */
async function coverFrom(client: PoolClient, dropped: Partition, previous: Partition | undefined): Promise<void> {
  if (dropped.low === null || !previous) {
    const bounds = boundsSql(null, dropped.high);
    await client.query(`CREATE TABLE identity.events_earlier PARTITION OF identity.events ${bounds}`);
    return ownLikeEvents(client, 'identity.events_earlier');
  }
  const first = tableName(previous.name);
  await client.query(`ALTER TABLE identity.events DETACH PARTITION ${first}`);
  await client.query(`ALTER TABLE identity.events ATTACH PARTITION ${first} ${boundsSql(null, dropped.high)}`);
}
