import { createKeyedSemaphore, type Fetch, type Logger, rateLimited } from '@org/identity-core';
import { type Database, type EventBus, inTransaction, type Transaction } from '@org/identity-prisma';
import { DescriptionRefused } from '../foreign-clients/client-description.js';
import { countInOrder, foreignLimits, limitOf, requireRoom, requireWithin } from '../foreign-clients/foreign-limits.js';
import { lockForeignClient } from '../foreign-clients/lock-foreign-client.js';
import { addForeignClient, changeForeignClient } from '../foreign-clients/save-foreign-client.js';
import { type FetchedDocument, fetchDocument } from './fetch-document.js';
import { readDocument } from './read-document.js';

export interface DocumentServices {
  db: Database;
  events: Pick<EventBus, 'publish'>;
  fetch: Fetch;
  logger: Logger;
  productName: string;
  /** Whether clients may prove themselves with a key. */
  privateKeyJwt: boolean;
}

export interface DocumentReader {
  /**
   * Reads the document of a client, unless another process has done so meanwhile, and writes the client's row. Returns false
   * if the document cannot be read or is refused. Throws the 429 if too many are read.
   */
  refresh(clientId: string, network: string): Promise<boolean>;
}

/** After a failure, the same URL is not read again for this time. Errors are not cached longer: the draft forbids it (§5.2). */
const pauseMilliseconds = 10_000;
const maxPauses = 1_000;
/** Reads at the same time, in this process: of all hosts, and of one. A slow host must not keep the others waiting. */
const atOnce = { all: 10, ofHost: 2 };
const queue = { maxWaiting: 50, maxWaitMilliseconds: 3_000 };
const changeTimeout = 60_000;
const { documents: limits } = foreignLimits;

/** Creates the reader of documents of one server. */
export function createDocumentReader(services: DocumentServices): DocumentReader {
  const busy = () => rateLimited(1);
  const all = createKeyedSemaphore({ atOnce: atOnce.all, ...queue, refusal: busy });
  const ofHost = createKeyedSemaphore({ atOnce: atOnce.ofHost, ...queue, refusal: busy });
  const running = new Map<string, Promise<boolean>>();
  const pauses = new Map<string, number>();

  const read = async (clientId: string, network: string): Promise<boolean> => {
    if ((pauses.get(clientId) ?? 0) > performance.now()) return false;
    const { host } = new URL(clientId);
    try {
      if (await isFresh(services.db, clientId)) return true;
      await countRead(services.db, { network, host });
      // The host first: what waits for a slow one must not take the slots of all others.
      const document = await ofHost.run(host, () => all.run('', () => fetchDocument(services.fetch, clientId)));
      await saveDocument(services, { clientId, network, document });
      return true;
    } catch (error) {
      if (!(error instanceof DescriptionRefused)) throw error;
      if (pauses.size >= maxPauses) pauses.clear();
      pauses.set(clientId, performance.now() + pauseMilliseconds);
      services.logger.info({ clientId, reason: error.message }, 'client id metadata document refused');
      return false;
    }
  };
  return {
    refresh(clientId, network) {
      // Requests for the same document wait for one read.
      const known = running.get(clientId);
      if (known) return known;
      const reading = read(clientId, network).finally(() => running.delete(clientId));
      running.set(clientId, reading);
      return reading;
    },
  };
}

/** Whether another process has read it meanwhile. Throws if an operator has blocked the client. */
async function isFresh(db: Database, clientId: string): Promise<boolean> {
  const row = await db.client.findUnique({ where: { id: clientId }, select: ownColumns });
  if (!row) return false;
  requireOwn(row);
  return row.metadataUntil !== null && row.metadataUntil > new Date();
}

const ownColumns = { source: true, blockedAt: true, metadataUntil: true } as const;

function requireOwn({ source, blockedAt }: { source: string; blockedAt: Date | null }): void {
  if (blockedAt) throw new DescriptionRefused('the client is blocked');
  if (source !== 'METADATA_DOCUMENT') throw new DescriptionRefused('the id belongs to another client');
}

/** Every read counts, whether it succeeds or not: it is a request to somebody else that a stranger has caused. */
async function countRead(db: Database, { network, host }: { network: string; host: string }): Promise<void> {
  const wait = await inTransaction(db, (tx) =>
    countInOrder(tx, [
      limitOf('reads_of_network', limits.readsOfNetwork, network),
      limitOf('reads_of_host', limits.readsOfHost, host),
      limitOf('reads', limits.reads),
    ]),
  );
  if (wait !== undefined) throw rateLimited(wait);
}

interface ReadDocument {
  clientId: string;
  network: string;
  document: FetchedDocument;
}

/** Writes the row of the client, with its event, in one transaction. */
function saveDocument(services: DocumentServices, { clientId: id, network, document }: ReadDocument): Promise<void> {
  const { db, events, productName } = services;
  const columns = readDocument(id, document.body, services);
  const actor = { kind: 'system', id: null } as const;
  const save = async (tx: Transaction) => {
    const now = new Date();
    const times = { metadataReadAt: now, metadataUntil: new Date(now.getTime() + document.seconds * 1000) };
    const saving = { tx, events, productName };
    // Two processes may have read the document at the same time.
    await lockForeignClient(tx, id);
    const before = await tx.client.findUnique({ where: { id } });
    if (!before) {
      await requireWithin(tx, [
        limitOf('new_of_network', limits.newOfNetwork, network),
        limitOf('new_of_host', limits.newOfHost, new URL(id).host),
        limitOf('new', limits.new),
      ]);
      await requireRoom(tx, 'METADATA_DOCUMENT');
      await addForeignClient(saving, { id, source: 'METADATA_DOCUMENT', columns, more: times, actor });
      return;
    }
    requireOwn(before);
    // The database keeps it from being a machine.
    const type = before.type === 'MACHINE' ? columns.type : before.type;
    await changeForeignClient(saving, { id, before: { ...before, type }, columns, actor });
    await tx.$executeRaw`
      UPDATE identity.clients SET metadata_read_at = ${times.metadataReadAt}, metadata_until = ${times.metadataUntil}
      WHERE id = ${id}`;
  };
  return inTransaction(db, save, { timeout: changeTimeout });
}
