import { IdentityError } from '@org/identity-core';
import type { Database } from '@org/identity-prisma';
import { type ClientDetails, clientDetails, clientInclude } from './client-details.js';

/** Returns the details of a client for an operator, without its secrets. */
export async function getClient(db: Database, clientId: string): Promise<ClientDetails> {
  const row = await db.client.findUnique({ where: { id: clientId }, include: clientInclude });
  if (!row) throw clientNotFound(clientId);
  return clientDetails(row);
}

/** The error for an unknown client id. */
export const clientNotFound = (clientId: string) => new IdentityError('NOT_FOUND', `There is no client "${clientId}".`);
