import { isDeepStrictEqual } from 'node:util';
import { type Actor, reply } from '@org/identity-core';
import { inTransaction, type Transaction } from '@org/identity-prisma';
import { type ClientServices, clientTimeout } from '../clients/create-client.js';
import type { ApiChanges } from './api-input.js';
import { type ApiDetails, apiNotFound, readApi } from './get-api.js';
import { lockApi } from './lock-api.js';
import { checkClients, writeLists } from './write-api.js';

export interface UpdatedApi extends ApiDetails {
  /** The fields whose value has changed. */
  changed: string[];
}

const fields = ['name', 'open', 'scopes', 'clients'] as const;

/**
 * Changes an API. A list is replaced as a whole. Clients lose the scopes that the API no longer has. Rights that end have
 * ended for the next token and for introspection; tokens that were issued before keep their content until they expire.
 */
export function updateApi(
  { db, events }: ClientServices,
  { apiId, changes, actor }: { apiId: string; changes: ApiChanges; actor: Actor },
): Promise<UpdatedApi> {
  const change = async (tx: Transaction) => {
    const before = await lockApi(tx, apiId);
    const { name = before.name, open = before.open, scopes = before.scopes } = changes;
    const clients = changes.clients ?? withScopes(before.clients, scopes);
    if (changes.clients) await checkClients(tx, { scopes, clients });
    await tx.api.update({ where: { id: before.id }, data: { name, open } });
    if (changes.scopes || changes.clients) await writeLists(tx, before, { scopes, clients });
    const after = await readApi(tx, { id: before.id });
    if (!after) throw apiNotFound(apiId);
    const changed = fields.filter((field) => !isDeepStrictEqual(before[field], after[field]));
    const data = { changed: [...changed], identifier: after.identifier, name: after.name };
    if (changed.length > 0)
      await events.publish(tx, { type: 'api.updated', tenantId: null, actor, subjectId: before.id, data });
    return reply({ ...after, changed: [...changed] });
  };
  // A scope that is removed is also removed from all consents.
  return inTransaction(db, change, { timeout: clientTimeout });
}

function withScopes(clients: ApiDetails['clients'], scopes: ApiDetails['scopes']): ApiDetails['clients'] {
  const names = new Set(scopes.map(({ name }) => name));
  return clients.map((client) => ({ ...client, scopes: client.scopes.filter((scope) => names.has(scope)) }));
}
