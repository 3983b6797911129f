const defaultDays = 30;
/** A limit that catches milliseconds given by mistake. */
const maxDays = 3650;

/** The number of days before a deleted account is erased; throws if it is not valid. */
export function readGraceDays(days = defaultDays): number {
  if (Number.isInteger(days) && days >= 0 && days <= maxDays) return days;
  throw new Error(`The option "deletionGraceDays" of users() must be a whole number of days from 0 to ${maxDays}.`);
}
