import { type Actor, reply } from '@org/identity-core';
import { inTransaction, type Transaction } from '@org/identity-prisma';
import { type ClientServices, clientTimeout } from '../clients/create-client.js';
import { lockApi } from './lock-api.js';
import { forgetConsents } from './write-api.js';

/** Deletes an API with its scopes. From the commit on, nobody gets a token for it, also not by a refresh. */
export function deleteApi({ db, events }: ClientServices, { apiId, actor }: { apiId: string; actor: Actor }) {
  const remove = async (tx: Transaction) => {
    const { id, identifier, name } = await lockApi(tx, apiId);
    await tx.api.delete({ where: { id } });
    await forgetConsents(tx, identifier);
    const data = { identifier, name };
    await events.publish(tx, { type: 'api.deleted', tenantId: null, actor, subjectId: id, data });
    return reply({ success: true, message: 'The API was deleted.' });
  };
  return inTransaction(db, remove, { timeout: clientTimeout });
}
