import { IdentityError } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { type ClientDetails, clientDetails, clientInclude } from './client-details.js';

/** Tells an operator everything about one client but its secrets. */
export async function getClient(db: Database, clientId: string): Promise<ClientDetails> {
  const row = await db.client.findUnique({ where: { id: clientId }, include: clientInclude });
  if (!row) throw clientNotFound(clientId);
  return clientDetails(row);
}

/** Tells an operator that there is no such client. */
export const clientNotFound = (clientId: string) => new IdentityError('NOT_FOUND', `There is no client "${clientId}".`);
