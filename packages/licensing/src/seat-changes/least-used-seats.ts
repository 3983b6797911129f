import { Prisma, type Transaction } from '@org/identity-prisma';
import { unwrittenUses } from '../seat-use/seat-uses.js';
import { isUnleased } from './require-unleased.js';

export interface ChosenSeat {
  id: string;
  assignedAt: Date;
  /** When its last lease ended. */
  leasedUntil: Date | null;
}

interface LeastUsed {
  readonly subscriptionId: string;
  /** The users whose seats come first, in this order. */
  readonly first: readonly string[];
  /** How many seats, as SQL. */
  readonly count: Prisma.Sql;
  /** The most seats that are chosen. */
  readonly max: number;
}

/**
 * The seats of a subscription in the order in which a lower quantity releases them: those of the named users, then those that
 * have not been used for the longest time, and last those whose use this process has noted but not written yet. Seats with a
 * lease are left out. Each part reads along an index, as far as the number goes.
 */
export function findLeastUsedSeats(
  tx: Transaction,
  { subscriptionId, first, count, max }: LeastUsed,
): Promise<ChosenSeat[]> {
  const limit = Prisma.raw(String(max));
  const inUse = unwrittenUses();
  const of = (column: string) =>
    Prisma.sql`${Prisma.raw(column)} = (SELECT ${Prisma.raw(column)} FROM identity.subscriptions WHERE id = ${subscriptionId}::uuid)`;
  const part = (number: number, rank: Prisma.Sql) => Prisma.sql`
    SELECT ${Prisma.raw(String(number))} AS part, ${rank} AS rank, ${lastUse} AS used, id, assigned_at FROM identity.seats
    WHERE subscription_id = ${subscriptionId}::uuid AND ${isUnleased}`;
  const rank = Prisma.sql`array_position(${first}::uuid[], user_id)`;
  const unnamed = Prisma.sql`user_id <> ALL(${first}::uuid[])`;
  const named = Prisma.sql`(
    ${part(1, rank)} AND ${of('tenant_id')} AND ${of('application_id')} AND user_id = ANY(${first}::uuid[])
    ORDER BY rank LIMIT ${limit}) UNION ALL`;
  const noted = Prisma.sql`UNION ALL (
    ${part(3, Prisma.sql`0`)} AND id = ANY(${inUse}::uuid[]) AND ${unnamed} ORDER BY id LIMIT ${limit})`;
  return tx.$queryRaw<ChosenSeat[]>`
    SELECT id, assigned_at AS "assignedAt",
           (SELECT max(expires_at) FROM identity.seat_leases WHERE seat_id = chosen.id) AS "leasedUntil"
    FROM (
      ${first.length > 0 ? named : Prisma.empty} (
        ${part(2, Prisma.sql`0`)} AND ${unnamed} AND id <> ALL(${inUse}::uuid[]) ORDER BY ${lastUse}, id LIMIT ${limit})
      ${inUse.length > 0 ? noted : Prisma.empty}
    ) chosen
    ORDER BY part, rank, CASE WHEN part = 2 THEN used END, id LIMIT least(${limit}, ${count})`;
}

/** As in the index: a seat that was never used counts from the day it was assigned. */
const lastUse = Prisma.sql`coalesce(last_used_at, assigned_at)`;
