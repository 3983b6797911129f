import { type Actor, reply, validationFailed } from '@org/identity-core';
import { inTransaction, type Transaction } from '@org/identity-prisma';
import type { ClientServices } from '../clients/create-client.js';
import type { ApiInput } from './api-input.js';
import { type ApiDetails, apiNotFound, readApi } from './get-api.js';
import { checkClients, writeLists } from './write-api.js';

/** Creates an API that clients can ask for with `resource`. Its identifier must be unique. */
export function createApi(
  { db, events }: ClientServices,
  { api, actor }: { api: ApiInput; actor: Actor },
): Promise<ApiDetails> {
  const add = async (tx: Transaction) => {
    const { identifier, name, open } = api;
    await checkClients(tx, api);
    // Inserts nothing if the identifier is in use. An error would abort the transaction.
    const data = [{ identifier, name, open }];
    const [created] = await tx.api.createManyAndReturn({ data, skipDuplicates: true });
    if (!created) throw validationFailed([{ path: 'identifier', message: `an API "${identifier}" already exists` }]);
    const { id } = created;
    await writeLists(tx, { ...created, scopes: [], clients: [] }, api);
    const event = { tenantId: null, actor, subjectId: id, data: { identifier, name } };
    await events.publish(tx, { type: 'api.created', ...event });
    const details = await readApi(tx, { id });
    if (!details) throw apiNotFound(id);
    return reply(details);
  };
  return inTransaction(db, add);
}
