import { mayUseClient } from './allowed-clients.js';
import { apiScopesSql } from './api-scopes.js';
import { consentSql, givenInGrant } from './consents.js';
import { keepForRequest, takeForRequest } from './request-memory.js';

/** What the statement of a token's state reads about one that was exchanged. See `docs/guides/token-exchange.md`. */
export interface TokenExchange {
  /** Whether another client than that of the first token has it now: an agent. */
  readonly isAgent: boolean;
  /** For the token and each of its subjects: the scopes that their clients allow now. Null: no limit. */
  readonly limits: readonly (readonly string[] | null)[];
}

// Machines are registered with the scopes of their own tokens. They may get those of OpenID Connect from a user's token.
const registered = (client: string) =>
  `CASE WHEN ${client}.type = 'MACHINE' THEN ${client}.scopes || '{openid,profile,email}'::text[] ELSE ${client}.scopes END`;
const consentOf = (client: string) =>
  `${consentSql({ user: 'u.id', client: `${client}.id`, givenIn: givenInGrant('g') })} consent`;
/**
 * A token for another API has scopes of that API. Those that its own client may have are read apart. A third-party client
 * before it adds a limit: what the user has allowed that client at the API.
 */
const limitsAtApi = (client: string) => `CASE WHEN NOT ${client}.first_party AND ${client}.id <> t.client_id THEN
    coalesce((SELECT to_json(access.scopes) FROM (${apiScopesSql({
      identifier: "t.payload->>'aud'",
      user: 'u.id',
      givenIn: givenInGrant('g'),
      client,
    })}) access), '[]'::json) END`;
const limitsOf = (client: string, isAgent: string) => `CASE
  WHEN t.payload->>'aud' IS NOT NULL THEN ${limitsAtApi(client)}
  WHEN ${client}.first_party AND NOT ${isAgent} THEN NULL
  WHEN ${client}.first_party THEN to_json(${registered(client)})
  ELSE coalesce((SELECT to_json(ARRAY(SELECT unnest(${client}.scopes) INTERSECT SELECT unnest(consent.scopes)))
    FROM ${consentOf(client)}), '[]'::json)
  END`;

/** Whether a client may be used for the user `u` in the tenant of the grant `g`: a third-party one by consent, unless the tenant forbids it. */
const mayServe = (client: string) => `${client}.blocked_at IS NULL AND (${client}.first_party OR (
    EXISTS (SELECT FROM ${consentOf(client)})
    AND (g.tenant_id IS NULL OR (tenant.id IS NOT NULL AND ${mayUseClient('tenant', `${client}.id`)}))))`;

const subjects = `unnest(t.subject_hashes) WITH ORDINALITY AS subject(hash, place)
      JOIN identity.oidc_tokens st ON st.id_hash = subject.hash AND st.kind = 'AccessToken'
      JOIN identity.clients sc ON sc.id = st.client_id`;

// For all other tokens, both are a test of one column.
/** The column `TokenExchange` of a token `t`, its client `c`, its grant `g` and its user `u`. */
export const exchangeColumn = `CASE WHEN cardinality(t.subject_hashes) > 0 THEN json_build_object(
    'isAgent', t.client_id <> g.client_id,
    'limits', (SELECT json_agg(${limitsOf('sc', 'subject.place > 1')}) FROM ${subjects})::jsonb
      || jsonb_build_array(${limitsOf('c', 'true')}))
  END`;

/**
 * Whether an exchanged token `t` is still valid: its client may still exchange tokens, and all tokens before it are valid.
 * Their grant, session, user and membership are the same as those of the token itself.
 */
export const isExchangeValid = `(coalesce(cardinality(t.subject_hashes), 0) = 0 OR (
    c.token_exchange AND ${mayServe('c')}
    AND cardinality(t.subject_hashes) = (SELECT count(*) FROM ${subjects}
      WHERE st.expires_at > now() AND st.grant_id = t.grant_id AND ${mayServe('sc')}
        AND (subject.place = 1 OR sc.token_exchange))))`;

/** Keeps which client has an exchanged token, if it is an agent. */
export function keepAgent(jti: string, clientId: string): void {
  keepForRequest('agent', jti, clientId);
}

/** The client that has the token, if this request has read it and it belongs to an agent. */
export function takeAgent(jti: string): string | undefined {
  return takeForRequest('agent', jti);
}
