import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '@org/identity-dev-postgres';
import type { ExecutionContext } from 'ava';
import { exportEventMonth, listEventMonths, openDatabase, uuidV7 } from '../../src/index.js';

/** The middle of a month. */
export const during = (month: string): Date => new Date(`${month}-15T12:00:00.000Z`);

/** A new database, and what tests of its events need. */
export async function eventDatabase(t: ExecutionContext) {
  const { url, drop } = await createTestDatabase();
  const { db, pool, close } = openDatabase({ databaseUrl: url });
  t.teardown(async () => {
    await close();
    await drop();
  });
  const tenantId = randomUUID();
  return {
    url,
    db,
    pool,
    tenantId,
    /** Adds so many events of a month. Returns their ids. */
    async add(month: string, count = 1, data: object = {}): Promise<string[]> {
      const ids = Array.from({ length: count }, (_, index) => uuidV7(during(month).getTime() + index));
      for (const id of ids) await db.event.create({ data: { id, type: 'one', tenantId, actorKind: 'user', data } });
      return ids;
    },
    async export(month: string, now: Date) {
      let text = '';
      const write = async (part: string) => {
        text += part;
      };
      const result = await exportEventMonth(pool, { month, file: 'a.ndjson', now, write, finish: async () => {} });
      return { ...result, text };
    },
    /** The months of the events, with their number. */
    months: async () => (await listEventMonths(pool)).map(({ month, events }) => [month, events]),
    /** How many events there are by the counters, and by counting. */
    async counts() {
      const { _sum } = await db.eventCount.aggregate({ where: { tenantId }, _sum: { count: true } });
      return [Number(_sum.count ?? 0), await db.event.count({ where: { tenantId } })];
    },
    partitions: async () => {
      const { rows } = await pool.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class JOIN pg_inherits ON inhrelid = oid
         WHERE inhparent = 'identity.events'::regclass ORDER BY relname`,
      );
      return rows.map(({ name }) => name);
    },
  };
}
