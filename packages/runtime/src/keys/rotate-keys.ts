import { type Actor, reply } from '@org/identity-core';
import { type Database, type EventBus, longTransaction, type Transaction } from '@org/identity-prisma';
import { addSameAlgorithms } from './access-token-keys.js';
import { keyTransaction, lockKeys, readKeyRows } from './key-rows.js';
import { loadKeys } from './load-keys.js';
import { addSigningKey, newSigningKey } from './new-signing-key.js';
import type { Secrets } from './secrets.js';

export interface KeyServices {
  db: Database;
  events: Pick<EventBus, 'publish'>;
  secret: Secrets;
}

export interface NextKey {
  kid: string;
  activeFrom: Date;
  /** False if a next key was already published. There is never more than one. */
  created: boolean;
}

/** Extra time for processes that have not polled yet and still sign with the old key, and for wrong clocks of clients. */
export const lateSeconds = 5 * 60;

/**
 * Publishes the next key. It signs only after all clients had time to fetch it. The previous key stays published until its
 * last token expires. If several processes call this at the same time, one creates the key and the others get the same key.
 */
export async function rotateKeys(
  services: KeyServices,
  { announceSeconds, actor }: { announceSeconds: number; actor: Actor },
): Promise<NextKey> {
  const { db, events, secret } = services;
  // Fails here if the secret is not that of the servers, before a key is stored that no server could read.
  await loadKeys(db, secret);
  const decide = async (tx: Transaction): Promise<NextKey> => {
    await lockKeys(tx);
    const before = await readKeyRows(tx);
    const next = before.find(({ state }) => state === 'next');
    if (next) return reply({ kid: next.signingKid, activeFrom: next.activeFrom, created: false });
    const key = await newSigningKey(secret);
    const activeFrom = await addSigningKey(tx, key, announceSeconds);
    await addSameAlgorithms(tx, { secret, signingKid: key.kid, before });
    await tx.$executeRaw`
      UPDATE identity.signing_keys SET published_until = ${activeFrom}::timestamptz + make_interval(secs => token_seconds + ${lateSeconds})
      WHERE published_until IS NULL AND kid <> ${key.kid}`;
    const data = { activeFrom: activeFrom.toISOString() };
    await events.publish(tx, { type: 'signing_key.announced', tenantId: null, actor, subjectId: key.kid, data });
    return reply({ kid: key.kid, activeFrom, created: true });
  };
  return longTransaction(db, decide, keyTransaction);
}
