import { type Actor, reply } from '@org/identity-core';
import { inTransaction, revokeClientGrants, type Transaction } from '@org/identity-prisma';
import type { ClientDetails } from './client-details.js';
import { type ClientServices, clientTimeout } from './create-client.js';
import { readClient } from './get-client.js';
import { markUnconfirmed } from './mark-unconfirmed.js';

interface ClientBlock {
  clientId: string;
  actor: Actor;
}

/**
 * Blocks a client in all tenants, also a first-party one or a machine: all its grants and machine tokens end in the same
 * transaction, and it gets no others. A client that is blocked already stays as it is.
 */
export function blockClient(services: ClientServices, block: ClientBlock): Promise<ClientDetails> {
  return change(services, block, {
    type: 'client.blocked',
    isDone: ({ blockedAt }) => blockedAt !== null,
    async write(tx) {
      await tx.client.update({ where: { id: block.clientId }, data: { blockedAt: new Date() } });
      await revokeClientGrants(tx, block.clientId);
    },
  });
}

/** Lets a blocked client be used again. What has ended stays ended. */
export function unblockClient(services: ClientServices, block: ClientBlock): Promise<ClientDetails> {
  return change(services, block, {
    type: 'client.unblocked',
    isDone: ({ blockedAt }) => blockedAt === null,
    async write(tx) {
      const { clientId, actor } = block;
      const { type } = await tx.client.update({ where: { id: clientId }, data: { blockedAt: null } });
      // It may have been blocked because somebody else has its secret.
      await markUnconfirmed(tx, { clientId, type, actor, changed: ['unblocked'] });
    },
  });
}

interface BlockChange {
  type: 'client.blocked' | 'client.unblocked';
  isDone(client: ClientDetails): boolean;
  write(tx: Transaction): Promise<void>;
}

function change(
  { db, events }: ClientServices,
  { clientId, actor }: ClientBlock,
  { type, isDone, write }: BlockChange,
): Promise<ClientDetails> {
  const run = async (tx: Transaction) => {
    // The lock orders concurrent changes: the second one sees the first.
    const [locked] = await tx.$queryRaw<{ tenantId: string | null }[]>`
      SELECT tenant_id AS "tenantId" FROM identity.clients WHERE id = ${clientId} FOR UPDATE`;
    const before = await readClient(tx, clientId);
    if (isDone(before)) return reply(before);
    await write(tx);
    const tenantId = locked?.tenantId ?? null;
    await events.publish(tx, { type, tenantId, actor, subjectId: clientId, data: {} });
    return reply(await readClient(tx, clientId));
  };
  return inTransaction(db, run, { timeout: clientTimeout });
}
