import { z } from 'zod';
import { IncomingTime } from './schemas.js';

const Day = z.iso
  .date()
  .refine((day) => day >= '2000-01-01' && day < '2200-01-01', 'must be in the years 2000 to 2199');
const dayMilliseconds = 24 * 60 * 60 * 1000;

/** One end of a range: a UTC date such as `2027-01-31`, or a time. */
const Bound = z.union([Day, IncomingTime], { error: 'must be a date such as 2027-01-31, or a time with a zone' });
type BoundValue = z.output<typeof Bound>;

/** The beginning of a range. A date begins with its first moment in UTC. */
export const RangeStart = Bound.transform((value: BoundValue) => ({ text: textOf(value), time: new Date(value) }));

/** The end of a range, which is not part of it any more. A date as the end is included in the range. */
export const RangeEnd = Bound.transform((value: BoundValue) => ({
  text: textOf(value),
  time: typeof value === 'string' ? new Date(Date.parse(value) + dayMilliseconds) : value,
}));

const textOf = (value: BoundValue) => (typeof value === 'string' ? value : value.toISOString());
