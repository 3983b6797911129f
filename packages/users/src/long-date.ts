const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A day as people read it; of the universal time, since nobody told us theirs. */
export function longDate(date: Date): string {
  return `${format.format(date)} (UTC)`;
}
