import type { Pool } from 'pg';
import { apiScopesSql } from '../fast-path/api-scopes.js';
import { lookUp, runBatched } from '../fast-path/statement.js';

const find = lookUp(
  'api_access',
  ['text', 'text', 'uuid', 'text'],
  `SELECT access.scopes FROM identity.clients c,
     LATERAL (${apiScopesSql({ identifier: '$1', user: '$3', givenIn: '$4' })}) access
   WHERE c.id = $2`,
);

export interface ApiAccessKey {
  /** The `resource` that the client names. */
  identifier: string;
  clientId: string;
  /** Null for a machine, and before the user is asked: then only the rights of the client count. */
  userId: string | null;
  /** Where the consent of the user has to count; see `givenIn`. */
  givenIn: string | null;
}

/**
 * Returns the scopes of an API that a client may have at this moment. Returns undefined if there is no such API, if the
 * client may not ask for it, or if the user has not allowed it.
 */
export async function findApiAccess(
  pool: Pool,
  { identifier, clientId, userId, givenIn }: ApiAccessKey,
): Promise<readonly string[] | undefined> {
  const row = await runBatched<{ scopes: string[] }>(pool, find, [identifier, clientId, userId, givenIn]);
  return row?.scopes;
}
