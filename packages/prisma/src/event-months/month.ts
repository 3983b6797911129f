/** The time at which a month (`2026-03`, in UTC) begins. */
const startOf = (month: string): Date => new Date(`${month}-01T00:00:00.000Z`);

/** The first day of a month, as PostgreSQL writes a date. A `Date` would be written in the time zone of the process. */
export const firstDayOf = (month: string): string => `${month}-01`;

/** The month of a time, in UTC. */
export const monthOf = (time: Date): string => time.toISOString().slice(0, 7);

/** The month that is so many months later, or earlier if negative. */
export function monthsAfter(month: string, months: number): string {
  const start = startOf(month);
  start.setUTCMonth(start.getUTCMonth() + months);
  return monthOf(start);
}

/** Returns the month if the text is one in the years that a date of PostgreSQL and an id can both express. */
export const parseMonth = (text: string): string | undefined =>
  /^(?:19[7-9]\d|2[01]\d\d)-(?:0[1-9]|1[0-2])$/u.test(text) ? text : undefined;

/** The lowest id (UUID version 7) of an event of this month. */
export function lowestIdOf(month: string): string {
  const digits = startOf(month).getTime().toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}

/** The month of an id. Undefined for an id that no clock made: a UUID of another version can contain any time. */
export function monthOfId(id: string): string | undefined {
  const time = new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
  return Number.isNaN(time.getTime()) ? undefined : parseMonth(monthOf(time));
}

/** The month of the column `id`, in SQL, as its first day. */
export const monthOfIdSql = `date_trunc('month', to_timestamp(
  ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) AT TIME ZONE 'UTC')::date`;
