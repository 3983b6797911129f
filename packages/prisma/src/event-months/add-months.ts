import type { Pool, PoolClient } from 'pg';
import { lowestIdOf, monthOf, monthOfId, monthsAfter } from './month.js';
import { inMonthTransaction } from './month-transaction.js';
import { boundsSql, ownLikeEvents, type Partition, readPartitions, tableName } from './partitions.js';

/** How many months after the current one have a partition. */
const monthsAhead = 3;

export interface AddedMonths {
  readonly added: readonly string[];
  /** Events for which the next month would have to be made, if they are more than may be moved. */
  readonly tooMany?: number;
}

/**
 * Adds a partition for each month up to three months ahead. Each takes one short transaction: events wait for
 * milliseconds. Events of the month that are already in the last partition are moved, unless they are more than `maxMoved`.
 */
export async function addEventMonths(
  pool: Pool,
  { now = new Date(), maxMoved = 10_000 }: { now?: Date; maxMoved?: number } = {},
): Promise<AddedMonths> {
  const added: string[] = [];
  const last = monthsAfter(monthOf(now), monthsAhead);
  for (;;) {
    const made = await addNextMonth(pool, { last, maxMoved });
    if (made === undefined) return { added };
    if (typeof made === 'number') return { added, tooMany: made };
    added.push(made);
  }
}

/** Returns the month, undefined if there is nothing to add, or the number of events that would have to be moved. */
async function addNextMonth(pool: Pool, { last, maxMoved }: { last: string; maxMoved: number }) {
  if (next(await readPartitions(pool), last) === undefined) return undefined;
  return inMonthTransaction(pool, async (client) => {
    const gap = next(await readPartitions(client), last);
    if (!gap) return undefined;
    const { later, low, month } = gap;
    const high = lowestIdOf(monthsAfter(month, 1));
    const table = tableName(`events_${month.replace('-', '_')}`);
    const rest = tableName(later.name);
    // Before the lock, with its indexes.
    await client.query(`CREATE TABLE ${table} (LIKE identity.events INCLUDING ALL)`);
    await ownLikeEvents(client, table);
    await client.query('LOCK TABLE identity.events IN ACCESS EXCLUSIVE MODE');
    const { rows } = await client.query<{ found: number }>(
      `SELECT count(*)::int AS found FROM (SELECT FROM ${rest} WHERE id < '${high}' LIMIT ${maxMoved + 1}) moved`,
    );
    const found = rows[0]?.found ?? 0;
    if (found > maxMoved) return drop(client, table, found);
    await client.query(`ALTER TABLE identity.events DETACH PARTITION ${rest}`);
    // Not through identity.events: the counters stay as they are.
    await client.query(
      `WITH moved AS (DELETE FROM ${rest} WHERE id < '${high}' RETURNING *) INSERT INTO ${table} SELECT * FROM moved`,
    );
    await client.query(`ALTER TABLE identity.events ATTACH PARTITION ${table} ${boundsSql(low, high)}`);
    await client.query(`ALTER TABLE identity.events ATTACH PARTITION ${rest} ${boundsSql(high, null)}`);
    return month;
  });
}

/** Where the next month begins: where the last partition begins. */
function next(partitions: readonly Partition[], last: string) {
  const later = partitions.at(-1);
  const low = later?.high === null ? later.low : null;
  const month = low === null ? undefined : monthOfId(low);
  return later && low !== null && month !== undefined && month <= last ? { later, low, month } : undefined;
}

async function drop(client: PoolClient, table: string, found: number): Promise<number> {
  await client.query(`DROP TABLE ${table}`);
  return found;
}
