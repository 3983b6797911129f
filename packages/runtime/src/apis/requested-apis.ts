import { type Database, findApiAccess } from '@org/identity-prisma';
import type { Pool } from 'pg';

/** An API that a client asks for, in the words of its owner. */
export interface RequestedApi {
  identifier: string;
  name: string;
  scopes: { name: string; description: string }[];
}

export interface ApiRequest {
  clientId: string;
  /** The parameters of the authorization request. */
  params: Readonly<Record<string, unknown>>;
}

/** Finds the APIs that a request names, with the scopes that it asks for and that the client may have at this moment. */
export async function findRequestedApis(
  { db, pool }: { db: Database; pool: Pool },
  { clientId, params }: ApiRequest,
): Promise<RequestedApi[]> {
  const identifiers = [params['resource']].flat().filter((value) => typeof value === 'string');
  if (identifiers.length === 0) return [];
  const requested = typeof params['scope'] === 'string' ? params['scope'].split(' ') : [];
  const select = { identifier: true, name: true, scopes: { orderBy: { name: 'asc' as const } } };
  const apis = await db.api.findMany({ where: { identifier: { in: identifiers } }, select });
  const found = apis.map(async ({ identifier, name, scopes }) => {
    const access = await findApiAccess(pool, { identifier, clientId, userId: null, givenIn: null });
    const shown = scopes.filter((scope) => requested.includes(scope.name) && access?.includes(scope.name));
    return access ? [{ identifier, name, scopes: shown }] : [];
  });
  return (await Promise.all(found)).flat();
}
