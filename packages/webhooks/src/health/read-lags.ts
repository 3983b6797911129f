import { feedLag, type IdentityPluginHost } from '@org/identity-prisma';

/** How far readers of events are behind, in seconds. */
export interface Lags {
  /** Since when the oldest running transaction holds all readers back. */
  readonly heldBack: number;
  /** The oldest event that was not yet handed to the webhooks. */
  readonly fanOut: number;
}

export async function readLags(pool: IdentityPluginHost['pool']): Promise<Lags> {
  const [heldBack, { rows }] = await Promise.all([
    feedLag(pool),
    pool.query<{ seconds: number | null }>(
      `SELECT extract(epoch FROM clock_timestamp() - (
         SELECT e.occurred_at FROM identity.events e
         WHERE e.horizon > 0 AND (e.horizon, e.seq) > (r.horizon, r.seq) ORDER BY e.horizon, e.seq LIMIT 1
       ))::float8 AS seconds
       FROM identity.feed_readers r WHERE r.name = 'webhooks'`,
    ),
  ]);
  return { heldBack, fanOut: Math.max(0, rows[0]?.seconds ?? 0) };
}
