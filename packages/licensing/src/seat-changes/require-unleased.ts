import { Prisma, type Transaction } from '@org/identity-prisma';
import { seatLeased } from '../access/errors.js';

/** The condition for rows of `identity.seats` to have no lease that still runs. */
export const isUnleased = Prisma.sql`NOT EXISTS (
  SELECT 1 FROM identity.seat_leases lease WHERE lease.seat_id = seats.id AND lease.expires_at > statement_timestamp())`;

/** Throws if one of the seats has a lease that still runs. `where` is a condition on `identity.seats`. */
export async function requireUnleased(tx: Transaction, where: Prisma.Sql): Promise<void> {
  const [{ until } = { until: null }] = await tx.$queryRaw<{ until: Date | null }[]>`
    SELECT max(expires_at) AS until FROM identity.seat_leases
    WHERE seat_id IN (SELECT id FROM identity.seats WHERE ${where}) AND expires_at > statement_timestamp()`;
  if (until) throw seatLeased(until);
}
