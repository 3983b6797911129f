import { type Actor, forbidden, IdentityError, reply } from '@org/identity-core';
import { inTransaction, type Transaction } from '@org/identity-prisma';
import type { ClientDetails } from './client-details.js';
import { type ClientServices, clientTimeout } from './create-client.js';
import { readClient } from './get-client.js';

interface Confirmation {
  clientId: string;
  actor: Actor;
  /** The last change that the super admin has seen. Without it, the client is confirmed as it is now. */
  seen?: Date | undefined;
}

/**
 * Confirms a client that a machine has made or changed: super admins have their rights through it again. A client that needs
 * no confirmation stays as it is.
 */
export function confirmClient(
  { db, events }: ClientServices,
  { clientId, actor, seen }: Confirmation,
): Promise<ClientDetails> {
  if (actor.kind === 'machine') throw forbidden('Only a super admin confirms a client.');
  const confirm = async (tx: Transaction) => {
    // The lock orders it with the changes of machines: what comes after it marks the client again.
    const [locked] = await tx.$queryRaw<{ tenantId: string | null }[]>`
      SELECT tenant_id AS "tenantId" FROM identity.clients WHERE id = ${clientId} FOR UPDATE`;
    const before = await readClient(tx, clientId);
    const { unconfirmed } = before;
    if (!unconfirmed) return reply(before);
    const { changed, changedBy, changedAt } = unconfirmed;
    if (seen && seen.getTime() !== changedAt.getTime()) throw changedMeanwhile();
    await tx.unconfirmedClient.delete({ where: { clientId } });
    const tenantId = locked?.tenantId ?? null;
    const data = { changed, changedBy };
    await events.publish(tx, { type: 'client.confirmed', tenantId, actor, subjectId: clientId, data });
    return reply(await readClient(tx, clientId));
  };
  return inTransaction(db, confirm, { timeout: clientTimeout });
}

/** A machine must not change what a super admin has just read, and be confirmed with it. */
const changedMeanwhile = () =>
  new IdentityError('VALIDATION_FAILED', 'A machine has changed the client in the meantime. Look at it again.', {
    reason: 'CLIENT_CHANGED',
  });
