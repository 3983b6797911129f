import { isUuid } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { type ApiDetails, apiNotFound, readApi } from './get-api.js';

/** Locks an API until the commit, so that concurrent changes of its lists follow each other. */
export async function lockApi(tx: Transaction, apiId: string): Promise<ApiDetails> {
  if (!isUuid(apiId)) throw apiNotFound(apiId);
  await tx.$queryRaw`SELECT FROM identity.apis WHERE id = ${apiId}::uuid FOR UPDATE`;
  const api = await readApi(tx, { id: apiId });
  if (!api) throw apiNotFound(apiId);
  return api;
}
