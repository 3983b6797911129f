import type { Pool } from 'pg';
import type { EventRow } from '../event-row.js';

/*
 * Reads events in the order in which they became certain, so that a reader that continues after the last one it got never
 * skips any. Ids do not give this order: an event has its id before its transaction commits, and a later transaction may
 * commit first. PostgreSQL numbers transactions (`xid8`) and knows the oldest one that still runs. Below that number nothing
 * is added any more. A long transaction, of whatever table, delays all readers and makes them lose nothing.
 */

/** Where a reader is: after the event `id`, which the transaction `xid` wrote. */
export interface FeedPosition {
  readonly xid: string;
  readonly id: string;
}

/** Before the first event. */
export const feedStart: FeedPosition = { xid: '0', id: '00000000-0000-0000-0000-000000000000' };

export interface FeedEvent extends EventRow {
  readonly xid: string;
}

export interface FeedQuery {
  /** The events of one tenant. Undefined: all events, also those of no tenant. */
  readonly tenantId?: string | undefined;
  readonly after: FeedPosition;
  readonly limit: number;
}

const columns = `id, type, tenant_id AS "tenantId", actor_kind AS "actorKind", actor_id AS "actorId",
  subject_id AS "subjectId", data, occurred_at AS "occurredAt", xid::text AS xid`;
const certain = 'xid < pg_snapshot_xmin(pg_current_snapshot())';

/** The next events after a position, oldest first. */
export async function readFeed(pool: Pick<Pool, 'query'>, { tenantId, after, limit }: FeedQuery): Promise<FeedEvent[]> {
  const older = after.xid === '0' ? await readOlder(pool, { tenantId, after, limit }) : [];
  if (older.length === limit) return older;
  const from = after.xid === '0' ? feedStart : after;
  const ofTenant = tenantId === undefined ? 'true' : 'tenant_id = $4::uuid';
  const { rows } = await pool.query<FeedEvent>(
    `SELECT ${columns} FROM identity.events
     WHERE ${ofTenant} AND xid > '0'::xid8 AND (xid, id) > ($1::xid8, $2::uuid) AND ${certain}
     ORDER BY xid, id LIMIT $3`,
    [from.xid, from.id, limit - older.length, ...(tenantId === undefined ? [] : [tenantId])],
  );
  return [...older, ...rows];
}

/** Events from before transactions were recorded, by their ids. */
async function readOlder(pool: Pick<Pool, 'query'>, { tenantId, after, limit }: FeedQuery): Promise<FeedEvent[]> {
  const ofTenant = tenantId === undefined ? 'true' : 'tenant_id = $3::uuid';
  const { rows } = await pool.query<FeedEvent>(
    `SELECT ${columns} FROM identity.events WHERE ${ofTenant} AND xid = '0'::xid8 AND id > $1::uuid
     ORDER BY ${tenantId === undefined ? '' : 'tenant_id,'} id LIMIT $2`,
    [after.id, limit, ...(tenantId === undefined ? [] : [tenantId])],
  );
  return rows;
}

/** The position of an event, if the reader may see it. Undefined if there is no such event any more. */
export async function positionOfEvent(
  pool: Pick<Pool, 'query'>,
  { id, tenantId }: { id: string; tenantId?: string | undefined },
): Promise<FeedPosition | undefined> {
  const { rows } = await pool.query<{ id: string; xid: string; tenantId: string | null }>(
    'SELECT id, xid::text AS xid, tenant_id AS "tenantId" FROM identity.events WHERE id = $1::uuid',
    [id],
  );
  const [row] = rows;
  return row && (tenantId === undefined || row.tenantId === tenantId) ? { id: row.id, xid: row.xid } : undefined;
}

/** The position behind everything that is certain now: a reader that starts here gets only what comes later. */
export async function endOfFeed(pool: Pick<Pool, 'query'>): Promise<FeedPosition> {
  const { rows } = await pool.query<{ xid: string }>(
    'SELECT (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text AS xid',
  );
  return { xid: rows[0]?.xid ?? '0', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
}

/** How many seconds ago the oldest transaction began that holds readers back. 0 if none does. */
export async function feedLag(pool: Pick<Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ seconds: number | null }>(
    `SELECT extract(epoch FROM clock_timestamp() - min(xact_start))::float8 AS seconds FROM pg_stat_activity
     WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid()`,
  );
  return Math.max(0, rows[0]?.seconds ?? 0);
}
