import { isUuid } from '@org/identity-core';
import {
  activeUser,
  type IdentityPluginHost,
  lockUserRowShared,
  readSignInEpoch,
  type Transaction,
} from '@org/identity-prisma';

/**
 * How often the account's credentials have changed. Waits for a change that is in progress: either we see it here, or it
 * starts later and ends the sessions that exist by then.
 */
export async function findSignInEpoch(pool: IdentityPluginHost['pool'], id: string): Promise<number | undefined> {
  return isUuid(id) ? readSignInEpoch(pool, id) : undefined;
}

/** The same in a transaction: delays changes until the end of it. */
export async function lockSignInEpoch(tx: Transaction, id: string): Promise<number | undefined> {
  return isUuid(id) ? (await lockUserRowShared(tx, id, activeUser))?.epoch : undefined;
}
