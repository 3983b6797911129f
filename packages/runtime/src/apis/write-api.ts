import { validationFailed } from '@org/identity-core';
import { Prisma, type Transaction } from '@org/identity-prisma';
import type { ApiInput } from './api-input.js';
import type { ApiDetails } from './get-api.js';

type Lists = Pick<ApiInput, 'scopes' | 'clients'>;

/** Refuses clients that do not exist, and scopes of clients that the API does not have. */
export async function checkClients(tx: Transaction, { scopes, clients }: Lists): Promise<void> {
  const ids = clients.map(({ clientId }) => clientId);
  const found = await tx.client.findMany({ where: { id: { in: ids } }, select: { id: true } });
  const known = new Set(found.map(({ id }) => id));
  const names = new Set(scopes.map(({ name }) => name));
  const details = clients.flatMap(({ clientId, scopes: given }, index) => [
    ...(known.has(clientId)
      ? []
      : [{ path: `clients.${index}.clientId`, message: `there is no client "${clientId}"` }]),
    ...given.flatMap((scope, at) =>
      names.has(scope) ? [] : [{ path: `clients.${index}.scopes.${at}`, message: `the API has no scope "${scope}"` }],
    ),
  ]);
  if (details.length > 0) throw validationFailed(details);
}

/** Replaces the scopes and clients of an API whose row is locked, and forgets what users have allowed of removed scopes. */
export async function writeLists(tx: Transaction, before: ApiDetails, { scopes, clients }: Lists): Promise<void> {
  const { id: apiId, identifier } = before;
  const removed = before.scopes.map(({ name }) => name).filter((name) => !scopes.some((scope) => scope.name === name));
  await tx.apiClient.deleteMany({ where: { apiId } });
  await tx.apiScope.deleteMany({ where: { apiId } });
  if (scopes.length > 0) await tx.apiScope.createMany({ data: scopes.map((scope) => ({ apiId, ...scope })) });
  if (clients.length > 0) await createClients(tx, apiId, clients);
  // Otherwise a scope that is added again later would be allowed without a question.
  if (removed.length > 0)
    for (const table of consentTables)
      await tx.$executeRaw`
        UPDATE identity.${table}
        SET api_scopes = jsonb_set(api_scopes, ARRAY[${identifier}], (api_scopes -> ${identifier}::text) - ${removed}::text[])
        WHERE api_scopes ? ${identifier}::text`;
}

/** What users have allowed: all of it, and where it counts. */
const consentTables = [Prisma.raw('consents'), Prisma.raw('consent_bindings')];

async function createClients(tx: Transaction, apiId: string, clients: Lists['clients']): Promise<void> {
  try {
    await tx.apiClient.createMany({ data: clients.map((client) => ({ apiId, ...client })) });
  } catch (error) {
    // A client was deleted after the check.
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2003')
      throw validationFailed([{ path: 'clients', message: 'a client was deleted meanwhile' }]);
    throw error;
  }
}

/** Forgets what users have allowed at an API: another one can get its identifier later. */
export async function forgetConsents(tx: Transaction, identifier: string): Promise<void> {
  for (const table of consentTables)
    await tx.$executeRaw`
      UPDATE identity.${table} SET api_scopes = api_scopes - ${identifier}::text WHERE api_scopes ? ${identifier}::text`;
}
