import { IdentityError, isUuid } from '@org/identity-core';
import type { Database, Transaction } from '@org/identity-prisma';

/** An API with its scopes and the clients that may ask for it. */
export interface ApiDetails {
  id: string;
  identifier: string;
  name: string;
  open: boolean;
  scopes: { name: string; description: string }[];
  clients: { clientId: string; scopes: string[] }[];
  createdAt: Date;
  updatedAt: Date;
}

/** Returns one API, by its id. */
export async function getApi(db: Database, apiId: string): Promise<ApiDetails> {
  const api = isUuid(apiId) ? await readApi(db, { id: apiId }) : undefined;
  if (!api) throw apiNotFound(apiId);
  return api;
}

/** Returns one API, by its identifier. */
export async function getApiByIdentifier(db: Database, identifier: string): Promise<ApiDetails> {
  const api = await readApi(db, { identifier });
  if (!api) throw apiNotFound(identifier);
  return api;
}

/** Reads an API inside a transaction: one query after the other, because a transaction has only one connection. */
export async function readApi(
  tx: Transaction,
  where: { id: string } | { identifier: string },
): Promise<ApiDetails | undefined> {
  const api = await tx.api.findUnique({ where });
  if (!api) return undefined;
  const ofApi = { apiId: api.id };
  const scopes = await tx.apiScope.findMany({
    where: ofApi,
    select: { name: true, description: true },
    orderBy: { name: 'asc' },
  });
  const clients = await tx.apiClient.findMany({
    where: ofApi,
    select: { clientId: true, scopes: true },
    orderBy: { clientId: 'asc' },
  });
  return { ...api, scopes, clients };
}

/** The error for an id without an API. */
export const apiNotFound = (id: string) => new IdentityError('NOT_FOUND', `There is no API "${id}".`);
