import type { Pool } from 'pg';
import type { EventRow } from '../event-row.js';

/*
 * Reads events in an order in which none is added before one that was already read. A reader that continues after the last
 * event it got never skips any. Ids do not give this order: an event has its id before its transaction commits, and a later
 * transaction may commit first.
 *
 * PostgreSQL numbers transactions and knows the oldest one that still runs. The migration `event_order` describes the two
 * columns. A long transaction on any table delays all readers, but they lose nothing. If one event was written
 * after another one was committed, it also comes after it here, so the events of one seat or member are in their real order.
 */

/** Where a reader is: after the event with these values. */
export interface FeedPosition {
  readonly horizon: bigint;
  readonly seq: bigint;
  /** Decides only among events from before there were the other two, which are 0 for them. */
  readonly id: string;
}

/** Before the first event. */
export const feedStart: FeedPosition = { horizon: 0n, seq: 0n, id: '00000000-0000-0000-0000-000000000000' };

export interface FeedEvent extends EventRow, Pick<FeedPosition, 'horizon' | 'seq'> {}

export interface FeedQuery {
  /** The events of one tenant. Undefined: all events, also those of no tenant. */
  readonly tenantId?: string | undefined;
  readonly after: FeedPosition;
  readonly limit: number;
}

type Queryable = Pick<Pool, 'query'>;
type Row = EventRow & { horizon: string; seq: string };

const columns = `id, type, tenant_id AS "tenantId", actor_kind AS "actorKind", actor_id AS "actorId",
  subject_id AS "subjectId", data, occurred_at AS "occurredAt", horizon, seq`;

/** The next events after a position, oldest first. */
export async function readFeed(pool: Queryable, { tenantId, after, limit }: FeedQuery): Promise<FeedEvent[]> {
  const older = after.horizon === 0n ? await readOlder(pool, { tenantId, after, limit }) : [];
  if (older.length === limit) return older;
  const ofTenant = tenantId === undefined ? 'true' : 'tenant_id = $4::uuid';
  const { rows } = await pool.query<Row>(
    `SELECT ${columns} FROM identity.events
     WHERE ${ofTenant} AND horizon > 0 AND (horizon, seq) > ($1::bigint, $2::bigint)
       AND horizon < identity.certain_horizon()
     ORDER BY horizon, seq LIMIT $3`,
    [String(after.horizon), String(after.seq), limit - older.length, ...(tenantId === undefined ? [] : [tenantId])],
  );
  return [...older, ...rows.map(eventOf)];
}

/** Events from before there was an order of reading, by their ids. All of them are committed. */
async function readOlder(pool: Queryable, { tenantId, after, limit }: FeedQuery): Promise<FeedEvent[]> {
  const ofTenant = tenantId === undefined ? 'true' : 'tenant_id = $3::uuid';
  const { rows } = await pool.query<Row>(
    `SELECT ${columns} FROM identity.events WHERE ${ofTenant} AND horizon = 0 AND id > $1::uuid
     ORDER BY ${tenantId === undefined ? '' : 'tenant_id,'} id LIMIT $2`,
    [after.id, limit, ...(tenantId === undefined ? [] : [tenantId])],
  );
  return rows.map(eventOf);
}

/** PostgreSQL sends numbers of 64 bits as texts. */
const eventOf = (row: Row): FeedEvent => ({ ...row, horizon: BigInt(row.horizon), seq: BigInt(row.seq) });

/** The position of an event, if the reader may see it. Undefined if there is no such event (any more). */
export async function positionOfEvent(
  pool: Queryable,
  { id, tenantId }: { id: string; tenantId?: string | undefined },
): Promise<FeedPosition | undefined> {
  const { rows } = await pool.query<{ horizon: string; seq: string; tenantId: string | null }>(
    'SELECT horizon, seq, tenant_id AS "tenantId" FROM identity.events WHERE id = $1::uuid',
    [id],
  );
  const [row] = rows;
  if (!row || (tenantId !== undefined && row.tenantId !== tenantId)) return undefined;
  return { horizon: BigInt(row.horizon), seq: BigInt(row.seq), id };
}

/** The last event that can be read. Undefined if there is none. */
export async function lastOfFeed(
  pool: Queryable,
  { tenantId }: { tenantId?: string | undefined } = {},
): Promise<FeedPosition | undefined> {
  const ofTenant = tenantId === undefined ? 'true' : 'tenant_id = $1::uuid';
  const values = tenantId === undefined ? [] : [tenantId];
  const newest = await pool.query<{ id: string; horizon: string; seq: string }>(
    `SELECT id, horizon, seq FROM identity.events
     WHERE ${ofTenant} AND horizon > 0 AND horizon < identity.certain_horizon() ORDER BY horizon DESC, seq DESC LIMIT 1`,
    values,
  );
  const [row] = newest.rows;
  if (row) return { id: row.id, horizon: BigInt(row.horizon), seq: BigInt(row.seq) };
  const older = await pool.query<{ id: string }>(
    `SELECT id FROM identity.events WHERE ${ofTenant} AND horizon = 0
     ORDER BY ${tenantId === undefined ? '' : 'tenant_id DESC,'} id DESC LIMIT 1`,
    values,
  );
  return older.rows[0] && { ...feedStart, id: older.rows[0].id };
}

/** The position behind everything that can be read now: a reader that starts here gets only what comes later. */
export async function endOfFeed(pool: Queryable): Promise<FeedPosition> {
  const { rows } = await pool.query<{ horizon: string }>('SELECT identity.certain_horizon() - 1 AS horizon');
  return { horizon: BigInt(rows[0]?.horizon ?? 0), seq: 2n ** 63n - 1n, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
}

/** Whether the first position is before the second one. */
export function isBefore(first: FeedPosition, second: FeedPosition): boolean {
  if (first.horizon !== second.horizon) return first.horizon < second.horizon;
  if (first.seq !== second.seq) return first.seq < second.seq;
  return first.id < second.id;
}

/** How many seconds ago the oldest transaction began that holds readers back. 0 if none does. */
export async function feedLag(pool: Queryable): Promise<number> {
  const { rows } = await pool.query<{ seconds: number | null }>(
    `SELECT extract(epoch FROM clock_timestamp() - min(xact_start))::float8 AS seconds FROM pg_stat_activity
     WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid()`,
  );
  return Math.max(0, rows[0]?.seconds ?? 0);
}
