import { isUuid } from '@org/identity-core';
import { activeUser, type Database, lockUserRowShared, type Transaction } from '@org/identity-prisma';

/**
 * How often the account's credentials have changed. Waits for a change that is in progress: either we see it here, or it
 * starts later and ends the sessions that exist by then. Called in a transaction, it delays changes until the end of it.
 */
export async function findSignInEpoch(db: Database | Transaction, id: string): Promise<number | undefined> {
  if (!isUuid(id)) return undefined;
  return (await lockUserRowShared(db, id, activeUser))?.epoch;
}
