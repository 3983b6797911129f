import { isUuid } from '@org/identity-core';
import type { Database, Transaction } from '@org/identity-prisma';

/**
 * How often what opens an account has changed. Waits for a change that is being made: it is either seen here, or begins
 * later and ends the sessions that exist by then. In a transaction, a change waits for its end.
 */
export async function findSignInEpoch(db: Database | Transaction, id: string): Promise<number | undefined> {
  if (!isUuid(id)) return undefined;
  const rows = await db.$queryRaw<{ epoch: number }[]>`
    SELECT sign_in_epoch AS epoch FROM identity.users
    WHERE id = ${id}::uuid AND deleted_at IS NULL AND disabled_at IS NULL FOR SHARE`;
  return rows[0]?.epoch;
}
