import { type Actor, hashOneTimeSecret, reply, validationFailed } from '@org/identity-core';
import {
  type Database,
  type EventBus,
  inTransaction,
  revokeClientGrants,
  type Transaction,
} from '@org/identity-prisma';
import type { ClientDetails } from './client-details.js';
import type { ClientInput } from './client-input.js';
import { findReferences } from './client-references.js';
import { clientRow } from './client-row.js';
import { readClient } from './get-client.js';

export interface ClientServices {
  db: Database;
  events: Pick<EventBus, 'publish'>;
}

/** A change of a client may have to read all grants once. */
export const clientTimeout = 60_000;

/** Creates a client. Throws if the id is already in use. Returns its details, and the secret that it was given. */
export async function createClient(
  { db, events }: ClientServices,
  { client, actor }: { client: ClientInput; actor: Actor },
): Promise<ClientDetails & { secret: string | null }> {
  const add = async (tx: Transaction) => {
    const references = await findReferences(tx, client);
    const { id, type } = client;
    const row = { id, ...clientRow(client, references) };
    // Inserts nothing if the id is in use; `count` is then 0.
    const { count } = await tx.client.createMany({ data: [row], skipDuplicates: true });
    if (count === 0) throw validationFailed([{ path: 'id', message: `A client "${id}" already exists.` }]);
    // A deleted client with this id may have left grants that were written during its deletion.
    await revokeClientGrants(tx, id);
    if (client.type !== 'SPA') {
      await tx.clientSecret.create({ data: { clientId: id, hash: hashOneTimeSecret(client.secret) } });
    }
    const { tenantId } = references;
    await events.publish(tx, { type: 'client.created', tenantId, actor, subjectId: id, data: { type } });
    return reply({ ...(await readClient(tx, id)), secret: client.type === 'SPA' ? null : client.secret });
  };
  return inTransaction(db, add, { timeout: clientTimeout });
}
