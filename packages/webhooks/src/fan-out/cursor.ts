import { endOfFeed, type FeedPosition, type Pool, type PoolClient } from '@org/identity-prisma';

const name = 'webhooks';
/** How far the cursor may lag behind while there are no webhooks, in transactions. */
export const skippedAtOnce = 1_000n;

export interface Cursor {
  readonly position: FeedPosition;
  /** Whether there is an active webhook at all. */
  readonly wanted: boolean;
  /** The end of the feed, as the same statement saw it. */
  readonly end: FeedPosition;
}

interface Row {
  horizon: string;
  seq: string;
  id: string;
  wanted: boolean;
  certain: string;
}

/** Locks the cursor until the commit. Returns undefined if another process has locked it. */
export async function lockCursor(client: PoolClient): Promise<Cursor | undefined> {
  const { rows } = await client.query<Row>(
    `SELECT horizon, seq, event_id AS id, identity.certain_horizon() AS certain,
       EXISTS (SELECT 1 FROM identity.webhooks WHERE status = 'ACTIVE') AS wanted
     FROM identity.feed_readers WHERE name = $1 FOR UPDATE SKIP LOCKED`,
    [name],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { horizon, seq, id, wanted, certain } = row;
  return {
    position: { horizon: BigInt(horizon), seq: BigInt(seq), id },
    wanted,
    end: { horizon: BigInt(certain) - 1n, seq: 2n ** 63n - 1n, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
  };
}

export async function moveCursor(client: PoolClient, { horizon, seq, id }: FeedPosition): Promise<void> {
  await client.query(
    `UPDATE identity.feed_readers SET horizon = $2::bigint, seq = $3::bigint, event_id = $4::uuid, updated_at = now()
     WHERE name = $1`,
    [name, String(horizon), String(seq), id],
  );
}

/**
 * Moves the cursor to the end, because no webhook wants the events before it. The statement that saw no webhook also saw where
 * the end is: what is committed later, such as a webhook and the events that it wants, comes after it.
 */
export async function skipToEnd(client: PoolClient, { position, end }: Cursor): Promise<void> {
  if (end.horizon - position.horizon > skippedAtOnce) await moveCursor(client, end);
}

/** Creates the cursor if it is missing. A migration has created it, so it is missing only if somebody has deleted it. */
export async function ensureCursor(pool: Pool): Promise<void> {
  const { horizon, seq, id } = await endOfFeed(pool);
  await pool.query(
    `INSERT INTO identity.feed_readers (name, horizon, seq, event_id) VALUES ($1, $2::bigint, $3::bigint, $4::uuid)
     ON CONFLICT (name) DO NOTHING`,
    [name, String(horizon), String(seq), id],
  );
}
