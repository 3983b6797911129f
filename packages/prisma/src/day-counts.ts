import type { Job } from '@org/identity-core';
import type { Pool } from 'pg';

/** The numbers that are kept for each day, in UTC. */
export const dayFigureNames = [
  'sign-ins',
  'new-people',
  'held-seats',
  'token-requests',
  'failed-mails',
  'failed-deliveries',
] as const;
export type DayFigureName = (typeof dayFigureNames)[number];

export interface DayFigure {
  readonly name: DayFigureName;
  /**
   * A SELECT of the number of one day. `day` has its bounds: `starts` and `ends` as times, `first_id` and `end_id` as the
   * UUIDs (version 7) of these times. It should find its rows by an index.
   */
  readonly sql: string;
  /** Whether days that are over can be counted. If not, the last number of each day stays. */
  readonly ofPast: boolean;
}

const everySeconds = 5 * 60;
/** How far back days are counted that have no number yet, such as those before an upgrade. */
const pastDays = 90;
/** The first run after an upgrade must not count all of them in one statement. */
const daysPerRun = 7;

/** Counts today again and again, so that no page has to count events. A day that is over is counted a last time. */
export function countDaysJob(pool: Pool, name: string, figures: readonly DayFigure[]): Job {
  return {
    name,
    everySeconds,
    async run(signal) {
      for (const figure of figures) if (!signal.aborted) await countDays(pool, figure);
    },
  };
}

/** Counts today, and the last days whose number is not final. */
export async function countDays(pool: Pool, { name, sql, ofPast }: DayFigure): Promise<void> {
  await pool.query(
    `WITH day AS MATERIALIZED (
       SELECT date, starts, ends, ${lowestId('starts')} AS first_id, ${lowestId('ends')} AS end_id
       FROM generate_series(0, $2::int) AS ago,
         LATERAL (SELECT (now() AT TIME ZONE 'UTC')::date - ago AS date) AS dates,
         LATERAL (SELECT date::timestamp AT TIME ZONE 'UTC' AS starts, (date + 1)::timestamp AT TIME ZONE 'UTC' AS ends) AS bounds
       -- A transaction that was open at midnight has ended ten minutes later.
       WHERE NOT EXISTS (SELECT FROM identity.day_counts known
         WHERE known.name = $1::text AND known.day = date AND known.counted_at >= ends + interval '10 minutes')
       ORDER BY date DESC LIMIT ${daysPerRun})
     INSERT INTO identity.day_counts (name, day, count)
     SELECT $1::text, day.date, counted.number FROM day CROSS JOIN LATERAL (${sql}) AS counted(number)
     ON CONFLICT (name, day) DO UPDATE SET count = excluded.count, counted_at = now()`,
    [name, ofPast ? pastDays : 0],
  );
}

const lowestId = (time: string) =>
  `(lpad(to_hex((extract(epoch FROM ${time}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;

/** Adds to the number of today. */
export async function addToDay(pool: Pool, name: DayFigureName, count: number): Promise<void> {
  await pool.query(
    `INSERT INTO identity.day_counts AS known (name, day, count) VALUES ($1, (now() AT TIME ZONE 'UTC')::date, $2)
     ON CONFLICT (name, day) DO UPDATE SET count = known.count + excluded.count, counted_at = now()`,
    [name, count],
  );
}

export interface DayCounts {
  /** The days, as `2026-11-17`, the oldest first; the last one is today. */
  readonly days: readonly string[];
  /** For each figure that has a number, one for each day; null if it was not counted. */
  readonly counts: ReadonlyMap<DayFigureName, readonly (number | null)[]>;
}

/** The numbers of the last days, in one statement that reads a row for each. */
export async function readDayCounts(pool: Pool, days: number): Promise<DayCounts> {
  const { rows } = await pool.query<{ day: string; name: DayFigureName | null; count: number | null }>(
    `SELECT to_char(date, 'YYYY-MM-DD') AS day, counted.name, counted.count::float8 AS count
     FROM generate_series(0, $2::int - 1) AS ago,
       LATERAL (SELECT (now() AT TIME ZONE 'UTC')::date - ago AS date) AS dates
       LEFT JOIN identity.day_counts counted ON counted.day = date AND counted.name = ANY($1::text[])
     ORDER BY date`,
    [dayFigureNames, days],
  );
  const dates = [...new Set(rows.map(({ day }) => day))];
  const known = new Map(rows.map(({ day, name, count }) => [`${name} ${day}`, count]));
  const named = dayFigureNames.filter((name) => rows.some((row) => row.name === name));
  return {
    days: dates,
    counts: new Map(named.map((name) => [name, dates.map((day) => known.get(`${name} ${day}`) ?? null)])),
  };
}
