import type { Pool } from 'pg';
import { run, statement } from './fast-path/statement.js';

/** A request that was allowed has to begin within this time. Later it needs to be allowed again. */
export const allowedMilliseconds = 100;
/**
 * A slot is free again after so many milliseconds. All requests of a second were allowed within it or shortly before, so no
 * second has more requests than slots.
 */
const slotMilliseconds = 1_000 + allowedMilliseconds;
/** The longest queue, in seconds. Later requests ask again after this time. */
const maxQueueSeconds = 60;
const keptHours = 1;

export interface RequestLimits {
  /** Requests a second of all owners together. */
  readonly perSecond: number;
  /** For whom the requests are, and how many requests a second these may be. */
  readonly ofOwner?: { readonly owner: string; readonly perSecond: number } | undefined;
}

export interface WantedRequests {
  readonly target: string;
  readonly count: number;
  /** Whether they can wait: they use three quarters of the slots, and come after all others that wait for one. */
  readonly patient: boolean;
  readonly limits: RequestLimits;
}

export interface AllowedRequests {
  readonly count: number;
  /** If none is allowed: after how many milliseconds to ask again. */
  readonly waitMilliseconds: number;
}

/** One row of `outgoing_targets`. Its lock orders the callers; the clock is read after the wait for it. */
const level = (owner: string, perSecond: string, wanted: string, from = '') => `
  INSERT INTO identity.outgoing_targets AS known
    (owner, target, taken, granted, next_at, queue_until, patient_until, used_at)
  SELECT ${owner}, $1::text, array_fill(clock_timestamp(), ARRAY[first]), first, now(), now(), now(), now()
  FROM (SELECT least(${wanted}, ${slotsOf(perSecond)}) AS first ${from}) wanted
  ON CONFLICT (owner, target) DO UPDATE SET (taken, granted, next_at, queue_until, patient_until, used_at) = (
    SELECT kept || array_fill(clock, ARRAY[allowed]), allowed, next,
      CASE WHEN allowed = 0 AND NOT $2 THEN queued ELSE known.queue_until END,
      CASE WHEN allowed = 0 AND $2 THEN queued ELSE known.patient_until END,
      clock
    FROM (SELECT clock_timestamp() AS clock) time,
      LATERAL (SELECT coalesce(array_agg(at ORDER BY at), '{}') AS kept FROM unnest(known.taken) at
               WHERE at > clock - make_interval(secs => $3)) latest,
      LATERAL (SELECT CASE WHEN $2 AND known.queue_until > clock THEN 0
                 ELSE greatest(0, least(excluded.granted, ${slotsOf(perSecond)} - cardinality(kept))) END AS allowed) now,
      LATERAL (SELECT greatest(clock, known.queue_until, CASE WHEN $2 THEN known.patient_until END,
                 kept[cardinality(kept) - ${slotsOf(perSecond)} + 1] + make_interval(secs => $3)) AS next) later,
      LATERAL (SELECT least(next + make_interval(secs => $3 * excluded.granted / ${slotsOf(perSecond)}),
                 clock + make_interval(secs => ${maxQueueSeconds})) AS queued) queue)
  RETURNING granted, next_at`;

/** A quarter is left for those that cannot wait. */
const slotsOf = (perSecond: string) =>
  `(CASE WHEN $2::boolean THEN greatest(1, ${perSecond} * 3 / 4) ELSE ${perSecond} END)`;
const result = (level: string, next: string) => `
  SELECT coalesce(${level}.granted, 0) AS count,
    greatest(0, extract(epoch FROM ${next} - clock_timestamp()) * 1000)::float8 AS "waitMilliseconds"`;

const take = statement(
  'outgoing_take',
  `WITH everybody AS (${level(`''`, '$5::int', '$4::int')}) ${result('everybody', 'next_at')} FROM everybody`,
);
// The slots of the owner are taken first. If no shared slot is free, those of the owner stay taken for a second.
const takeOfOwner = statement(
  'outgoing_take_of_owner',
  `WITH own AS (${level('$6::text', '$7::int', '$4::int')}),
     everybody AS (${level(`''`, '$5::int', 'own.granted', 'FROM own WHERE own.granted > 0')})
   ${result('everybody', 'coalesce(everybody.next_at, own.next_at)')}
   FROM own LEFT JOIN everybody ON true`,
);

/**
 * Asks for requests to a target: how many may begin now? The database counts, so the limits hold for all processes together,
 * and what a killed process was allowed is free again after a second. It takes one statement.
 */
export async function takeRequests(
  pool: Pool,
  { target, count, patient, limits: { perSecond, ofOwner } }: WantedRequests,
): Promise<AllowedRequests> {
  const values = [target, patient, slotMilliseconds / 1000, count, perSecond];
  const { rows } = ofOwner
    ? await run<AllowedRow>(pool, takeOfOwner, [...values, ofOwner.owner, ofOwner.perSecond])
    : await run<AllowedRow>(pool, take, values);
  return rows[0] ?? { count: 0, waitMilliseconds: slotMilliseconds };
}

type AllowedRow = AllowedRequests & Record<string, unknown>;

/** Deletes targets that were not used for a while. */
export async function deleteUnusedTargets(pool: Pool): Promise<void> {
  await pool.query(
    `DELETE FROM identity.outgoing_targets WHERE (owner, target) IN (
       SELECT owner, target FROM identity.outgoing_targets WHERE used_at <= now() - make_interval(hours => $1)
       ORDER BY used_at LIMIT 10000)`,
    [keptHours],
  );
}
