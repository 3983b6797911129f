import type { Pool } from 'pg';
import { apiScopesSql } from '../fast-path/api-scopes.js';
import { run, statement } from '../fast-path/statement.js';
import type { ApiAccessKey } from './api-access.js';

const rights = { identifier: '$1', user: '$3::uuid', givenIn: '$4::text' };

const find = statement(
  'exchange_access',
  `SELECT access.scopes, (SELECT coalesce(json_agg(to_json(earlier.scopes)), '[]')
     FROM identity.oidc_tokens st JOIN identity.clients sc ON sc.id = st.client_id AND NOT sc.first_party
     LEFT JOIN LATERAL (${apiScopesSql({ ...rights, client: 'sc' })}) earlier ON true
     WHERE st.id_hash = ANY ($5::bytea[]) AND st.kind = 'AccessToken') AS limits,
     (SELECT coalesce(json_agg(string_to_array(coalesce(st.payload->>'scope', ''), ' ')), '[]')
     FROM identity.oidc_tokens st
     WHERE st.id_hash = ANY ($5::bytea[]) AND st.kind = 'AccessToken' AND st.payload->>'aud' = $1) AS held
   FROM identity.clients c, LATERAL (${apiScopesSql(rights)}) access
   WHERE c.id = $2`,
);

interface Row {
  scopes: string[];
  /** For each third-party client whose token comes before; null if the user has not allowed it the API. */
  limits: (string[] | null)[];
  /** The scopes of each token before that is for the same API, also if one for another API came between. */
  held: string[][];
}

/**
 * Returns the scopes of an API that a client may have in exchange for a token: at most those that the user has allowed every
 * third-party client whose token comes before, and that each token before for the same API has. Returns undefined if there is
 * no such API, or if one of those clients may not use it.
 */
export async function findExchangeAccess(
  pool: Pool,
  { identifier, clientId, userId, givenIn }: ApiAccessKey,
  subjectHashes: readonly Buffer[],
): Promise<readonly string[] | undefined> {
  const { rows } = await run<Row>(pool, find, [identifier, clientId, userId, givenIn, subjectHashes]);
  const [row] = rows;
  if (!row || row.limits.includes(null)) return undefined;
  return row.scopes.filter((scope) => [...row.limits, ...row.held].every((limit) => limit?.includes(scope)));
}
