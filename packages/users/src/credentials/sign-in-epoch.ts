import { isUuid } from '@org/identity-core';
import type { Database, Transaction } from '@org/identity-prisma';

/**
 * How often the account's credentials have changed. Waits for a change that is in progress: either we see it here, or it
 * starts later and ends the sessions that exist by then. Called in a transaction, it delays changes until the end of it.
 */
export async function findSignInEpoch(db: Database | Transaction, id: string): Promise<number | undefined> {
  if (!isUuid(id)) return undefined;
  const rows = await db.$queryRaw<{ epoch: number }[]>`
    SELECT sign_in_epoch AS epoch FROM identity.users
    WHERE id = ${id}::uuid AND deleted_at IS NULL AND disabled_at IS NULL FOR SHARE`;
  return rows[0]?.epoch;
}
