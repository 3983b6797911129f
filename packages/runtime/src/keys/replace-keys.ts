import type { Actor } from '@org/identity-core';
import { longTransaction, type Transaction } from '@org/identity-prisma';
import { addSameAlgorithms } from './access-token-keys.js';
import { keyTransaction, lockKeys, readKeyRows } from './key-rows.js';
import { loadKeys } from './load-keys.js';
import { addSigningKey, newSigningKey } from './new-signing-key.js';
import type { KeyServices } from './rotate-keys.js';

/**
 * Replaces all keys with a new one at once, because one of them may have leaked. All existing tokens become invalid as soon
 * as a process has polled for keys. Users stay signed in, and their applications get new tokens.
 */
export async function replaceKeys(
  { db, events, secret }: KeyServices,
  { actor }: { actor: Actor },
): Promise<{ kid: string; removed: string[] }> {
  await loadKeys(db, secret);
  const decide = async (tx: Transaction) => {
    await lockKeys(tx);
    const before = await readKeyRows(tx);
    const removed = before.map(({ kid }) => kid);
    // The foreign key also deletes the keys of other algorithms.
    await tx.signingKey.deleteMany({ where: { kid: { in: removed } } });
    const key = await newSigningKey(secret);
    await addSigningKey(tx, key, 0);
    await addSameAlgorithms(tx, { secret, signingKid: key.kid, before });
    const data = { removed };
    await events.publish(tx, { type: 'signing_key.replaced', tenantId: null, actor, subjectId: key.kid, data });
    return { kid: key.kid, removed };
  };
  return longTransaction(db, decide, keyTransaction);
}
