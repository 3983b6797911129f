import type { Origin } from '@org/identity-core';

/**
 * Where a consent counts: in sessions of the origin in which it was given, and in the tenant that the page has named. The
 * provider of one tenant must not allow a client anything at another.
 */
export function givenIn(origin: Origin, tenantId: string | null | undefined): string {
  const { kind } = origin;
  return tenantId ? `${kind}:${tenantId}` : kind;
}

/** SQL for the same, of a grant with this alias. */
export const givenInGrant = (grant: string) =>
  `(CASE WHEN ${grant}.payload ? 'via' THEN 'provider' ELSE 'own' END || coalesce(':' || ${grant}.tenant_id, ''))`;

interface ConsentSql {
  /** SQL expressions. */
  readonly user: string;
  readonly client: string;
  readonly givenIn: string;
}

/**
 * SQL for what a user has allowed a client there: `user_id`, `scopes` and `api_scopes`, or no row. A consent that an earlier
 * version has stored is not bound. It counts for the user's own sessions, until the user allows the client something again.
 */
export const consentSql = ({ user, client, givenIn: there }: ConsentSql) =>
  `(SELECT given.user_id, coalesce(bound.scopes, given.scopes) AS scopes, coalesce(bound.api_scopes, given.api_scopes) AS api_scopes
      FROM identity.consents given
      LEFT JOIN identity.consent_bindings bound
        ON bound.user_id = given.user_id AND bound.client_id = given.client_id AND bound.given_in = ${there}
      WHERE given.user_id = ${user} AND given.client_id = ${client} AND given.revoked_at IS NULL
        AND (bound.user_id IS NOT NULL OR (given.bound_at IS NULL AND ${there} LIKE 'own%')))`;
