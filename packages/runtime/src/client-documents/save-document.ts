import { inTransaction, type Transaction } from '@org/identity-prisma';
import {
  foreignLimits,
  limitOf,
  perDay,
  perHour,
  requireRoom,
  requireWithin,
} from '../foreign-clients/foreign-limits.js';
import { lockForeignClient } from '../foreign-clients/lock-foreign-client.js';
import { addForeignClient, changeForeignClient } from '../foreign-clients/save-foreign-client.js';
import type { DocumentServices } from './document-services.js';
import type { FetchedDocument } from './fetch-document.js';
import { requireOwn } from './find-document-client.js';
import { readDocument } from './read-document.js';

const changeTimeout = 60_000;

interface ReadDocument {
  clientId: string;
  network: string;
  document: FetchedDocument;
}

/** Writes the row of the client, with its event, in one transaction. */
export function saveDocument(
  services: Omit<DocumentServices, 'fetch' | 'logger'>,
  { clientId: id, network, document }: ReadDocument,
): Promise<void> {
  const { db, events, productName, limits } = services;
  const { columns, agent } = readDocument(id, document.body, services);
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
        limitOf('new_of_network', perHour(limits.documentsOfNetworkPerHour), network),
        limitOf('new_of_host', foreignLimits.documents.newOfHost, new URL(id).host),
        limitOf('new', perDay(limits.documentsPerDay)),
      ]);
      await requireRoom(tx, 'METADATA_DOCUMENT', limits);
      await addForeignClient(saving, { id, source: 'METADATA_DOCUMENT', columns, agent, more: times, actor });
      return;
    }
    requireOwn(before);
    // The database keeps it from being a machine.
    const type = before.type === 'MACHINE' ? columns.type : before.type;
    await changeForeignClient(saving, { id, before: { ...before, type }, columns, agent, actor });
    await tx.$executeRaw`
      UPDATE identity.clients SET metadata_read_at = ${times.metadataReadAt}, metadata_until = ${times.metadataUntil}
      WHERE id = ${id}`;
  };
  return inTransaction(db, save, { timeout: changeTimeout });
}
