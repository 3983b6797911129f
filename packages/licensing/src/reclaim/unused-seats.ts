import { Prisma } from '@org/identity-prisma';
import { isUnleased } from '../seat-changes/require-unleased.js';
import { lastUseOfSeats } from '../seat-use/last-use-of-seats.js';

/** A seat is released at the earliest so many days after its user was told. */
export const noticeDays = 7;
const notice = Prisma.raw(String(noticeDays));

const unusedFor = (days: Prisma.Sql) =>
  Prisma.sql`${lastUseOfSeats()} <= statement_timestamp() - make_interval(days => ${days})`;

/**
 * The condition for rows of `identity.seats` whose users are to be told. `days` is after how many days without a use seats
 * are reclaimed. The user is told seven days before. If that is not more than seven days, the user is told when they are
 * over, and the seat is released seven days later: otherwise there would be a mail after every use.
 */
export const isToTell = (days: Prisma.Sql) => Prisma.sql`
  seats.reclaim_mail_at IS NULL AND ${isUnleased}
  AND ${unusedFor(Prisma.sql`CASE WHEN ${days} > ${notice} THEN ${days} - ${notice} ELSE ${days} END`)}`;

/** The condition for rows of `identity.seats` that are to be released. */
export const isToReclaim = (days: Prisma.Sql) => Prisma.sql`
  seats.reclaim_mail_at <= statement_timestamp() - make_interval(days => ${notice}) AND ${isUnleased}
  AND ${unusedFor(days)}`;
