import type { Transaction } from './database.js';
import { Prisma } from './generated/client.js';

/** How often something may happen within a time, counted from the first. */
export interface Limit {
  /** Says what is counted and for whom; no personal data in plain text. */
  readonly key: string;
  readonly max: number;
  readonly seconds: number;
}

interface Counted {
  key: string;
  points: number;
  wait: number;
}

/**
 * Counts one more for every limit, in the transaction and the table of all counters. Returns the seconds to wait if one of
 * them is exceeded, and undefined otherwise. Its rows stay locked until the commit, so no two transactions take the last
 * place; a transaction that rolls back has counted nothing.
 */
export async function countWithin(tx: Transaction, limits: readonly Limit[]): Promise<number | undefined> {
  // Always in one order: two transactions that lock the same rows must not wait for each other.
  const sorted = [...limits].sort((one, other) => (one.key < other.key ? -1 : 1));
  const rows = sorted.map(({ key, seconds }) => Prisma.sql`(${key}, 1, ${clock} + ${seconds * 1000}::bigint)`);
  const counted = await tx.$queryRaw<Counted[]>`
    INSERT INTO identity.rate_limits AS counter (key, points, expire) VALUES ${Prisma.join(rows)}
    ON CONFLICT (key) DO UPDATE
    SET points = CASE WHEN counter.expire <= ${clock} THEN 1 ELSE counter.points + 1 END,
        expire = CASE WHEN counter.expire <= ${clock} THEN excluded.expire ELSE counter.expire END
    RETURNING key, points, ((expire - ${clock}) / 1000.0)::float8 AS wait`;
  const waits = counted.flatMap(({ key, points, wait }) => {
    const limit = limits.find((one) => one.key === key);
    return limit && points > limit.max ? [Math.max(1, Math.ceil(wait))] : [];
  });
  return waits.length > 0 ? Math.max(...waits) : undefined;
}

// Of the database: processes may disagree about the time.
const clock = Prisma.sql`(extract(epoch FROM now()) * 1000)::bigint`;
