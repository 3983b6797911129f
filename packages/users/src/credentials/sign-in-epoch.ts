import { isUuid } from '@org/identity-core';
import { type Database, holdUserRow, livingUser, type Transaction } from '@org/identity-prisma';

/**
 * How often what opens an account has changed. Waits for a change that is being made: it is either seen here, or begins
 * later and ends the sessions that exist by then. In a transaction, a change waits for its end.
 */
export async function findSignInEpoch(db: Database | Transaction, id: string): Promise<number | undefined> {
  if (!isUuid(id)) return undefined;
  return (await holdUserRow(db, id, livingUser))?.epoch;
}
