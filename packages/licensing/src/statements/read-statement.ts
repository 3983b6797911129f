import { Prisma, type Transaction } from '@org/identity-prisma';
import { type DaysInput, periodsWithin, type SeatDay, seatDays } from '../history/seat-days.js';

/** What a statement says about each day. */
export type StatementDay = Pick<SeatDay, 'date' | 'purchased' | 'heldMax' | 'heldEnd'>;

export interface StatementFacts {
  days: StatementDay[];
  /** The SHA-256, in hexadecimal, of the periods: see `periodLine`. */
  periodsHash: string;
}

const isoTime = (time: string) => Prisma.raw(`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/**
 * A row `periods` as a line of text: holder, license type, begin, end and cause, separated by commas. Times are cut to the
 * range, and the cause is empty unless the period ended inside of it. So nothing that happens later changes the line.
 */
const periodLine = Prisma.sql`
  concat_ws(',', holder, license_type_id, ${isoTime('began')}, ${isoTime('ended')}, coalesce(cause, ''))`;

/** Reads what a statement says, in one statement. The lines of the hash are in the order of their bytes. */
export async function readStatement(tx: Pick<Transaction, '$queryRaw'>, range: DaysInput): Promise<StatementFacts> {
  const rows = await tx.$queryRaw<(SeatDay & { periodsHash: string })[]>`
    WITH periods AS MATERIALIZED (${periodsWithin(range)}), ${seatDays(range)}, hashed AS (
      SELECT encode(sha256(convert_to(coalesce(string_agg(line, E'\\n' ORDER BY line COLLATE "C"), ''), 'UTF8')), 'hex')
        AS "periodsHash"
      FROM (SELECT ${periodLine} AS line FROM periods) lines
    )
    SELECT seat_days.*, hashed."periodsHash" FROM seat_days CROSS JOIN hashed ORDER BY date`;
  return {
    days: rows.map(({ date, purchased, heldMax, heldEnd }) => ({ date, purchased, heldMax, heldEnd })),
    periodsHash: rows[0]?.periodsHash ?? '',
  };
}
