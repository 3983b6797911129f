import { type Actor, hashOneTimeSecret } from '@org/identity-core';
import {
  type Database,
  type EventBus,
  inTransaction,
  revokeClientGrants,
  type Transaction,
} from '@org/identity-prisma';
import type { ClientInput } from './client-input.js';
import { findReferences } from './client-references.js';
import { clientRow } from './client-row.js';

export interface ClientServices {
  db: Database;
  events: Pick<EventBus, 'publish'>;
}

/** What is done for one client may read all grants once. */
export const clientTimeout = 60_000;

/** Adds a client; one that exists already is refused, and stays as it is. */
export async function createClient(
  { db, events }: ClientServices,
  { client, actor }: { client: ClientInput; actor: Actor },
): Promise<void> {
  const add = async (tx: Transaction) => {
    const references = await findReferences(tx, client);
    const { id, type } = client;
    const row = { id, ...clientRow(client, references) };
    // Does nothing when the id is taken; the count says so.
    const { count } = await tx.client.createMany({ data: [row], skipDuplicates: true });
    if (count === 0) throw new Error(`There is a client "${id}" already.`);
    // A deleted client of this id may have left what was written at the very moment of its deletion.
    await revokeClientGrants(tx, id);
    if (client.type !== 'SPA') {
      await tx.clientSecret.create({ data: { clientId: id, hash: hashOneTimeSecret(client.secret) } });
    }
    const { tenantId } = references;
    await events.publish(tx, { type: 'client.created', tenantId, actor, subjectId: id, data: { type } });
  };
  await inTransaction(db, add, { timeout: clientTimeout });
}
