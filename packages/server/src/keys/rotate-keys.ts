import type { Actor } from '@org/identity-core';
import { type Database, type EventBus, longTransaction, type Transaction } from '@org/identity-prisma';
import { addSameAlgorithms } from './access-token-keys.js';
import { keyTransaction, lockKeys, readKeyRows } from './key-rows.js';
import { loadKeys } from './load-keys.js';
import { addSigningKey, newSigningKey } from './new-signing-key.js';

export interface KeyServices {
  db: Database;
  events: Pick<EventBus, 'publish'>;
  secret: string;
}

export interface NextKey {
  kid: string;
  activeFrom: Date;
  /** False when a next key was published already: there is never a second one. */
  created: boolean;
}

/** How long a process that has not looked yet may sign on with the old key, and how far clients' clocks may be off. */
export const lateSeconds = 5 * 60;

/**
 * Publishes the next key. It signs once everybody had the time to read it; the one before stays published until its last
 * token is gone. Called by any number of processes at once, one makes a key and the others are told of it.
 */
export async function rotateKeys(
  services: KeyServices,
  { announceSeconds, actor }: { announceSeconds: number; actor: Actor },
): Promise<NextKey> {
  const { db, events, secret } = services;
  // With another secret than the servers' this fails here, before there is a key that no server could read.
  await loadKeys(db, secret);
  const decide = async (tx: Transaction): Promise<NextKey> => {
    await lockKeys(tx);
    const before = await readKeyRows(tx);
    const next = before.find(({ state }) => state === 'next');
    if (next) return { kid: next.signingKid, activeFrom: next.activeFrom, created: false };
    const key = await newSigningKey(secret);
    const activeFrom = await addSigningKey(tx, key, announceSeconds);
    await addSameAlgorithms(tx, { secret, signingKid: key.kid, before });
    await tx.$executeRaw`
      UPDATE identity.signing_keys SET published_until = ${activeFrom}::timestamptz + make_interval(secs => token_seconds + ${lateSeconds})
      WHERE published_until IS NULL AND kid <> ${key.kid}`;
    const data = { activeFrom: activeFrom.toISOString() };
    await events.publish(tx, { type: 'signing_key.announced', tenantId: null, actor, subjectId: key.kid, data });
    return { kid: key.kid, activeFrom, created: true };
  };
  return longTransaction(db, decide, keyTransaction);
}
