import type { ClientBase } from 'pg';
import { monthOf, monthOfIdSql } from './month.js';

/** What is known of the events of one month without their content. */
export interface MonthFingerprint {
  readonly month: string;
  readonly events: number;
  /** Differs if an event was added, changed or removed. */
  readonly fingerprint: string;
}

// A sum does not depend on the order. The columns are named: a later version may add one.
const fingerprint = `coalesce(sum(hashtextextended(ROW(id, type, tenant_id, actor_kind, actor_id, subject_id, data,
  extract(epoch FROM occurred_at))::text, 0)), 0)::text`;

/** Counts the events of a table or of a condition by month, and computes a fingerprint of each month. Reads all of them. */
export async function readFingerprints(
  client: ClientBase,
  from: string,
  values: readonly string[] = [],
): Promise<MonthFingerprint[]> {
  const { rows } = await client.query<{ month: Date; events: string; fingerprint: string }>(
    `SELECT ${monthOfIdSql}::timestamp AT TIME ZONE 'UTC' AS month, count(*) AS events, ${fingerprint} AS fingerprint
     FROM ${from} GROUP BY 1 ORDER BY 1`,
    [...values],
  );
  return rows.map(({ month, events, ...rest }) => ({ month: monthOf(month), events: Number(events), ...rest }));
}
