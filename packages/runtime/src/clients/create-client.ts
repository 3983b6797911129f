import { type Actor, hashOneTimeSecret, reply, validationFailed } from '@org/identity-core';
import {
  type Database,
  type EventBus,
  inTransaction,
  revokeClientGrants,
  type Transaction,
} from '@org/identity-prisma';
import { markAgent } from './agent-mark.js';
import type { ClientDetails } from './client-details.js';
import { type ClientInput, isAgent } from './client-input.js';
import { findReferences } from './client-references.js';
import { clientRow } from './client-row.js';
import { type MissingOption, requireOptions } from './client-security.js';
import { readClient } from './get-client.js';
import { markUnconfirmed } from './mark-unconfirmed.js';

export interface ClientServices {
  db: Database;
  events: Pick<EventBus, 'publish'>;
  /** Returns the option that the server lacks for a need of a client. Absent in commands. */
  missingOption?: MissingOption;
}

/** A change of a client may have to read all grants once. */
export const clientTimeout = 60_000;

/** Creates a client. Throws if the id is already in use. Returns its details, and the secret that it was given. */
export async function createClient(
  { db, events, missingOption }: ClientServices,
  { client, actor }: { client: ClientInput; actor: Actor },
): Promise<ClientDetails & { secret: string | null }> {
  requireOptions(missingOption, client);
  const secret = client.type === 'SPA' ? undefined : client.secret;
  const add = async (tx: Transaction) => {
    const references = await findReferences(tx, client);
    const { id, type } = client;
    const row = { id, ...clientRow(client, references) };
    // Inserts nothing if the id is in use; `count` is then 0.
    const { count } = await tx.client.createMany({ data: [row], skipDuplicates: true });
    if (count === 0) throw validationFailed([{ path: 'id', message: `A client "${id}" already exists.` }]);
    // A deleted client with this id may have left grants that were written during its deletion.
    await revokeClientGrants(tx, id);
    if (secret !== undefined) {
      await tx.clientSecret.create({ data: { clientId: id, hash: hashOneTimeSecret(secret) } });
    }
    if (isAgent(client)) await markAgent(tx, id, { by: 'byOperator', agent: true });
    await markUnconfirmed(tx, { clientId: id, type, actor, changed: ['created'] });
    const { tenantId } = references;
    await events.publish(tx, { type: 'client.created', tenantId, actor, subjectId: id, data: { type } });
    return reply({ ...(await readClient(tx, id)), secret: secret ?? null });
  };
  return inTransaction(db, add, { timeout: clientTimeout });
}
