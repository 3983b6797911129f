import { consentSql } from './consents.js';

interface ApiScopesSql {
  /** SQL expressions. */
  readonly identifier: string;
  readonly user: string;
  readonly givenIn: string;
  /** The alias of the client; `c` by default. */
  readonly client?: string;
}

/**
 * SQL for the scopes of an API that a client may have now: one row, or none if it may not ask for the API. A client
 * that is named at the API has the scopes that are given there. An open API can be asked for by every other third-party
 * client that signs users in. A third-party client has only what its user has allowed (`givenIn`), unless `user` is NULL.
 */
export const apiScopesSql = ({ identifier, user, givenIn, client: c = 'c' }: ApiScopesSql) =>
  `SELECT ARRAY(SELECT scope.name FROM identity.api_scopes scope
        WHERE scope.api_id = api.id AND (given.client_id IS NULL OR scope.name = ANY (given.scopes))
          AND (${user} IS NULL OR ${c}.first_party OR consent.api_scopes -> api.identifier ? scope.name)
        ORDER BY scope.name) AS scopes
   FROM identity.apis api
   LEFT JOIN identity.api_clients given ON given.api_id = api.id AND given.client_id = ${c}.id
   LEFT JOIN LATERAL ${consentSql({ user, client: `${c}.id`, givenIn })} consent ON true
   WHERE api.identifier = ${identifier}
     AND (given.client_id IS NOT NULL OR (api.open AND NOT ${c}.first_party AND ${c}.type <> 'MACHINE'))
     AND (${user} IS NULL OR ${c}.first_party OR consent.api_scopes ? api.identifier)`;
