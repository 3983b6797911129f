import { rateLimited } from '@org/identity-core';
import { type Database, inTransaction } from '@org/identity-prisma';
import { countInOrder, foreignLimits, limitOf } from '../foreign-clients/foreign-limits.js';

const { documents: limits } = foreignLimits;

interface Read {
  network: string;
  host: string;
  /** The client id, if the document was read before. */
  knownId: string | undefined;
}

/**
 * Counts a read, whether it succeeds or not: it is a request to somebody else that a stranger has caused. Throws the 429 if
 * there are too many.
 */
export async function countRead(db: Database, read: Read): Promise<void> {
  const wait = await inTransaction(db, (tx) => countInOrder(tx, limitsOf(read)));
  if (wait !== undefined) throw rateLimited(wait);
}

/** Strangers can try any number of URLs, but a known document is read only when it is due: it has limits of its own. */
function limitsOf({ network, host, knownId }: Read) {
  if (knownId !== undefined)
    return [
      limitOf('known_reads_of_network', limits.knownReadsOfNetwork, network),
      limitOf('reads_of_client', limits.readsOfClient, knownId),
    ];
  return [
    limitOf('reads_of_network', limits.readsOfNetwork, network),
    limitOf('reads_of_host', limits.readsOfHost, host),
    limitOf('reads', limits.reads),
  ];
}
