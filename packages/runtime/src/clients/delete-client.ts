import type { Actor } from '@org/identity-core';
import { inTransaction, revokeClientGrants, type Transaction } from '@org/identity-prisma';
import { type ClientServices, clientTimeout } from './create-client.js';
import { clientNotFound } from './get-client.js';

/** Deletes a client with its secrets, consents, grants and tokens. From the commit on, all its tokens are inactive. */
export function deleteClient(
  { db, events }: ClientServices,
  { clientId, actor }: { clientId: string; actor: Actor },
): Promise<void> {
  const remove = async (tx: Transaction) => {
    const [client] = await tx.$queryRaw<{ type: string; tenantId: string | null }[]>`
      DELETE FROM identity.clients WHERE id = ${clientId} RETURNING type::text, tenant_id AS "tenantId"`;
    if (!client) throw clientNotFound(clientId);
    await revokeClientGrants(tx, clientId);
    const { type, tenantId } = client;
    await events.publish(tx, { type: 'client.deleted', tenantId, actor, subjectId: clientId, data: { type } });
  };
  return inTransaction(db, remove, { timeout: clientTimeout });
}
