import { type IdentityPluginHost, Prisma } from '@org/identity-prisma';

export interface DaysInput {
  tenantId: string;
  applicationId: string;
  /** The range begins with this moment … */
  start: Date;
  /** … and ends before this one. */
  end: Date;
}

/** The seats of an application on one day, in UTC. */
export interface SeatDay {
  date: string;
  /** How many seats the tenant owned, at most at once: of subscriptions that were active, begun and not expired. */
  purchased: number;
  /** How many seats were held, at most at once … */
  heldMax: number;
  /** … and at the end of the day. */
  heldEnd: number;
  /** How many seats were reserved, at most at once. */
  reserved: number;
}

/**
 * The rows `period` of seats that overlap the range, each from `began` to `ended` inside of it: of users, and of agents as
 * holders `agent:<client id>`.
 */
export function periodsWithin(input: DaysInput): Prisma.Sql {
  const ofUsers = Prisma.sql`user_id::text AS holder, * FROM identity.seat_periods`;
  const ofAgents = Prisma.sql`'agent:' || client_id AS holder, * FROM identity.agent_seat_periods`;
  return Prisma.sql`${within(ofUsers, input)} UNION ALL ${within(ofAgents, input)}`;
}

function within(holders: Prisma.Sql, { tenantId, applicationId, start, end }: DaysInput): Prisma.Sql {
  return Prisma.sql`
    SELECT holder, license_type_id, greatest(started_at, ${start}::timestamptz) AS began,
           least(ended_at, ${end}::timestamptz) AS ended,
           CASE WHEN ended_at < ${end}::timestamptz THEN cause END AS cause
    FROM (SELECT ${holders}) period
    WHERE tenant_id = ${tenantId}::uuid AND application_id = ${applicationId}::uuid
      AND started_at < ${end}::timestamptz AND (ended_at IS NULL OR ended_at > ${start}::timestamptz)`;
}

/**
 * Statements that compute the seats of each day of a range as `seat_days`, from rows `periods`. Every change is a step; the
 * numbers of a day are those of its steps, and of the last step before it.
 */
export function seatDays({ tenantId, applicationId, start, end }: DaysInput): Prisma.Sql {
  const isOfApplication = Prisma.sql`tenant_id = ${tenantId}::uuid AND application_id = ${applicationId}::uuid`;
  return Prisma.sql`
    changes AS (
      SELECT 'held' AS what, 1 AS seats, began, ended FROM periods
      UNION ALL
      SELECT 'purchased', quantity, greatest(started_at, starts_at, ${start}::timestamptz),
             least(ended_at, expires_at, ${end}::timestamptz)
      FROM identity.subscription_terms WHERE ${isOfApplication} AND status = 'ACTIVE' AND started_at < ${end}::timestamptz
      UNION ALL
      SELECT 'reserved', 1, greatest(started_at, ${start}::timestamptz), least(ended_at, expires_at, ${end}::timestamptz)
      FROM identity.reservation_periods WHERE ${isOfApplication} AND started_at < ${end}::timestamptz
    ), steps AS (
      SELECT what, at, sum(sum(seats)) OVER (PARTITION BY what ORDER BY at)::int AS value
      FROM (
        SELECT what, began AS at, seats FROM changes WHERE began < ended
        UNION ALL SELECT what, ended, -seats FROM changes WHERE began < ended
      ) step GROUP BY what, at
    ), steps_of_days AS (
      SELECT what, date_trunc('day', at AT TIME ZONE 'UTC') AS day, max(value) AS highest,
             (array_agg(value ORDER BY at DESC))[1] AS last,
             bool_or(at = greatest(date_trunc('day', at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', ${start}::timestamptz))
               AS at_start
      FROM steps WHERE at < ${end}::timestamptz GROUP BY 1, 2
    ), days AS (
      SELECT what, day, highest, last, coalesce(at_start, false) AS at_start,
             count(last) OVER (PARTITION BY what ORDER BY day) AS part
      FROM generate_series(date_trunc('day', ${start}::timestamptz AT TIME ZONE 'UTC'),
        (${end}::timestamptz - interval '1 millisecond') AT TIME ZONE 'UTC', interval '1 day') AS day
      CROSS JOIN (VALUES ('held'), ('purchased'), ('reserved')) AS kinds(what)
      LEFT JOIN steps_of_days USING (what, day)
    ), ends AS (
      SELECT what, day, highest, at_start, coalesce(max(last) OVER (PARTITION BY what, part), 0) AS value FROM days
    ), numbers AS (
      SELECT what, day, value, greatest(highest,
        CASE WHEN at_start THEN 0 ELSE coalesce(lag(value) OVER (PARTITION BY what ORDER BY day), 0) END) AS highest
      FROM ends
    ), seat_days AS (
      SELECT to_char(day, 'YYYY-MM-DD') AS date,
             max(highest) FILTER (WHERE what = 'purchased') AS purchased,
             max(highest) FILTER (WHERE what = 'held') AS "heldMax",
             max(value) FILTER (WHERE what = 'held') AS "heldEnd",
             max(highest) FILTER (WHERE what = 'reserved') AS reserved
      FROM numbers GROUP BY day
    )`;
}

/** The seats of an application on each day of a range, in one statement. */
export function readSeatDays(db: IdentityPluginHost['db'], input: DaysInput): Promise<SeatDay[]> {
  return db.$queryRaw<SeatDay[]>`
    WITH periods AS (${periodsWithin(input)}), ${seatDays(input)} SELECT * FROM seat_days ORDER BY date`;
}
