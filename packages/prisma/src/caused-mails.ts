import type { CausedMailLimits } from '@org/identity-core';
import { clock } from './counter.js';
import { Prisma } from './generated/client.js';

const hour = Prisma.raw(String(60 * 60));
const day = Prisma.raw(String(24 * 60 * 60));

// The tables of a stolen database do not tell who got or caused mails.
const hashed = (id: string) => Prisma.raw(`encode(sha256(convert_to(${id}::text, 'UTF8')), 'hex')`);

/**
 * Counts mails in the statement that finds them, and names those that exceed a limit. For a statement with the CTE
 * `found(number, id, user_id, sender, tenant_id)`: the mails in the order in which they are counted. Adds the CTE
 * `beyond(id)`. Mails beyond a limit count as well; each hour or day ends by itself. A rollback also undoes the count.
 *
 * The counter of the tenant is locked first, so two transactions of one tenant never wait for each other's further counters.
 */
export function mailsBeyond(name: string, max: CausedMailLimits): Prisma.Sql {
  const key = (of: string) => Prisma.raw(`'${name}_mail_${of}:' ||`);
  return Prisma.sql`
    keyed AS (
      SELECT found.id, found.number, counter.* FROM found CROSS JOIN LATERAL (VALUES
        (1, ${key('of_day')} ${hashed('tenant_id')}, ${day}, ${max.tenantPerDay}::int),
        (2, ${key('by_hour')} ${hashed('sender')}, ${hour}, ${max.senderPerHour}::int),
        (3, ${key('by_day')} ${hashed('sender')}, ${day}, ${max.senderPerDay}::int),
        (4, ${key('to_hour')} ${hashed('user_id')}, ${hour}, ${max.recipientPerHour}::int),
        (5, ${key('to_day')} ${hashed('user_id')}, ${day}, ${max.recipientPerDay}::int)
      ) AS counter(position, key, seconds, max) WHERE key IS NOT NULL
    ), counted AS (
      INSERT INTO identity.rate_limits AS counter (key, points, expire)
      SELECT key, count(*)::int, ${clock} + seconds * 1000 FROM keyed GROUP BY position, key, seconds ORDER BY position, key
      ON CONFLICT (key) DO UPDATE
      SET points = CASE WHEN counter.expire <= ${clock} THEN excluded.points ELSE counter.points + excluded.points END,
          expire = CASE WHEN counter.expire <= ${clock} THEN excluded.expire ELSE counter.expire END
      RETURNING key, points
    ), beyond AS (
      SELECT DISTINCT id FROM (
        SELECT id, max, points - count(*) OVER (PARTITION BY key) + row_number() OVER (PARTITION BY key ORDER BY number) AS rank
        FROM keyed JOIN counted USING (key)
      ) ranked WHERE rank > max
    )`;
}
