import { type Actor, IdentityError } from '@org/identity-core';
import { type IdentityPluginHost, inTransactionOfTenants, type Transaction } from '@org/identity-prisma';
import { closeAccount, closeTimeout } from '../deletion/delete-account.js';

export interface ErasedAgain {
  closed: string[];
  /** Ids of accounts that do not exist, or that already wait to be erased. */
  unknown: string[];
  refused: { userId: string; reason: string }[];
}

/**
 * Closes accounts that a restore has brought back, so that the job erases them within the hour. Each has its own transaction.
 * The only owner of a tenant is refused, as everywhere.
 */
export async function eraseAgain(
  { db, events }: Pick<IdentityPluginHost, 'db' | 'events'>,
  { userIds, actor }: { userIds: readonly string[]; actor: Actor },
): Promise<ErasedAgain> {
  const outcome: ErasedAgain = { closed: [], unknown: [], refused: [] };
  for (const userId of userIds) {
    const now = new Date();
    const where = { OR: [{ eraseAt: null }, { eraseAt: { gt: now } }] };
    const close = (tx: Transaction) => closeAccount(tx, events, { userId, where, deletedAt: now, eraseAt: now, actor });
    try {
      const found = await inTransactionOfTenants({ db, timeout: closeTimeout }, close);
      (found ? outcome.closed : outcome.unknown).push(userId);
    } catch (error) {
      if (!(error instanceof IdentityError)) throw error;
      outcome.refused.push({ userId, reason: error.code });
    }
  }
  return outcome;
}
