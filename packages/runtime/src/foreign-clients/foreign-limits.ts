import { rateLimited } from '@org/identity-core';
import { countWithin, keyOf, type Limit, type Transaction } from '@org/identity-prisma';
import type { ForeignClientLimits } from '../options.js';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** A number of events within a time. */
interface Rate {
  readonly max: number;
  readonly seconds: number;
}

export const perHour = (max: number): Rate => ({ max, seconds: hour });
export const perDay = (max: number): Rate => ({ max, seconds: day });

/** The limits that are no options: how often documents are read and clients change, and how long unused clients stay. */
export const foreignLimits = {
  documents: {
    readsOfNetwork: { max: 60, seconds: 10 * minute },
    readsOfHost: { max: 120, seconds: 10 * minute },
    reads: { max: 1_000, seconds: 10 * minute },
    // Known documents do not share the limits above: strangers who try URLs would keep their clients out.
    knownReadsOfNetwork: { max: 60, seconds: 10 * minute },
    readsOfClient: { max: 60, seconds: 10 * minute },
    newOfHost: { max: 30, seconds: day },
  },
  registrations: { changesOfClient: { max: 20, seconds: hour } },
  /** A client that never got a token is deleted after this time, … */
  neverUsedDays: 1,
  /** … and one that got none for so long, too. The refresh tokens of a document's client end before. */
  unusedDays: { REGISTERED: 30, METADATA_DOCUMENT: 90 },
} as const;

/** The key of a limit. Networks and hosts are stored as hashes. */
export function limitOf(name: string, { max, seconds }: Rate, ...parts: string[]): Limit {
  return { key: `foreign_${name}:${keyOf(name, ...parts)}`, max, seconds };
}

/**
 * Counts one event for each limit, one after the other, in the caller's transaction. The first limit that is exceeded ends
 * it, so that a network beyond its own limit does not use up the limits that all share. Returns the seconds to wait.
 */
export async function countInOrder(tx: Transaction, limits: readonly Limit[]): Promise<number | undefined> {
  for (const limit of limits) {
    const wait = await countWithin(tx, [limit]);
    if (wait !== undefined) return wait;
  }
  return undefined;
}

/** Counts as `countInOrder` does, and throws the 429. Everything in the transaction is undone then, the count as well. */
export async function requireWithin(tx: Transaction, limits: readonly Limit[]): Promise<void> {
  const wait = await countInOrder(tx, limits);
  if (wait !== undefined) throw rateLimited(wait);
}

/** Throws if there are too many clients of a source. The lock of the last counter in the transaction orders concurrent calls. */
export async function requireRoom(
  tx: Transaction,
  source: 'METADATA_DOCUMENT' | 'REGISTERED',
  { total }: Pick<ForeignClientLimits, 'total'>,
): Promise<void> {
  const found = await tx.client.count({ where: { source } });
  if (found >= total) throw rateLimited(hour);
}
