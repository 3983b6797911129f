const defaultDays = 30;
/** Longer than anybody would wait; a number of milliseconds given by mistake is beyond it. */
const mostDays = 3650;

/** The days that a deleted account waits; refuses what is no number of days. */
export function readGraceDays(days = defaultDays): number {
  if (Number.isInteger(days) && days >= 0 && days <= mostDays) return days;
  throw new Error(`The option "deletionGraceDays" of users() must be a whole number of days from 0 to ${mostDays}.`);
}
