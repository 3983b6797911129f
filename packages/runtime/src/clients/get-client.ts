import { IdentityError } from '@org/identity-core';
import type { Database, Transaction } from '@org/identity-prisma';
import { type ClientDetails, clientDetails, clientInclude } from './client-details.js';

/** Returns the details of a client for an operator, without its secrets. */
export function getClient(db: Database, clientId: string): Promise<ClientDetails> {
  return readClient(db, clientId);
}

/** The same inside a transaction: one query after the other, because a transaction has only one connection. */
export async function readClient(tx: Transaction, clientId: string): Promise<ClientDetails> {
  const row = await tx.client.findUnique({ where: { id: clientId } });
  if (!row) throw clientNotFound(clientId);
  const { applicationId, tenantId } = row;
  const { application: ofApplication, tenant: ofTenant, secrets: ofSecrets, unconfirmed: ofMark } = clientInclude;
  const application =
    applicationId && (await tx.application.findUnique({ where: { id: applicationId }, ...ofApplication }));
  const tenant = tenantId && (await tx.tenant.findUnique({ where: { id: tenantId }, ...ofTenant }));
  const secrets = await tx.clientSecret.findMany({ where: { clientId }, ...ofSecrets });
  const unconfirmed = await tx.unconfirmedClient.findUnique({ where: { clientId }, ...ofMark });
  const agentMark = await tx.agentClient.findUnique({ where: { clientId }, ...clientInclude.agentMark });
  const found = { application: application || null, tenant: tenant || null, secrets, unconfirmed, agentMark };
  return clientDetails({ ...row, ...found });
}

/** The error for an unknown client id. */
export const clientNotFound = (clientId: string) => new IdentityError('NOT_FOUND', `There is no client "${clientId}".`);
