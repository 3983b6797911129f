import { Prisma } from '@org/identity-prisma';
import { unwrittenUses } from './seat-uses.js';

/**
 * When rows of `identity.seats` were used last, for an order or a comparison: now, if this process has noted a use that it has
 * not written yet. A seat that was never used counts from the day it was assigned.
 */
export function lastUseOfSeats(): Prisma.Sql {
  return Prisma.sql`CASE WHEN seats.id = ANY(${unwrittenUses()}::uuid[]) THEN statement_timestamp()
    ELSE coalesce(seats.last_used_at, seats.assigned_at) END`;
}
