import type { Origin, TokenState } from '@org/identity-core';
import type { AdapterPayload } from 'oidc-provider';
import type { Pool } from 'pg';
import { mayUseClient } from '../fast-path/allowed-clients.js';
import { consentSql, givenIn } from '../fast-path/consents.js';
import { takeForRequest } from '../fast-path/request-memory.js';
import { run, statement } from '../fast-path/statement.js';
import { findStoredTokenState } from '../fast-path/token-state.js';
import { hashId } from '../ids.js';

/** A user's access token that may be exchanged. */
export interface SubjectToken {
  readonly state: Extract<TokenState, { kind: 'user' }>;
  readonly payload: AdapterPayload;
  /** Its own hash, after those of the tokens that it was exchanged for. */
  readonly hashes: readonly Buffer[];
  /** The client of the first token. */
  readonly firstClientId: string;
}

const find = statement(
  'token_subject',
  `SELECT t.subject_hashes AS hashes, g.client_id AS "clientId"
   FROM identity.oidc_tokens t JOIN identity.oidc_grants g ON g.id = t.grant_id
   WHERE t.id_hash = $1 AND t.kind = 'AccessToken'`,
);

/** Returns a valid access token of a user by its id, and undefined for any other token. */
export async function findSubjectToken(pool: Pool, jti: string): Promise<SubjectToken | undefined> {
  const state = await findStoredTokenState(pool, jti, { withClaims: true });
  const payload = takeForRequest<AdapterPayload>('AccessToken', jti);
  if (state?.kind !== 'user' || !payload) return undefined;
  const hash = hashId(jti);
  const { rows } = await run<{ hashes: Buffer[] | null; clientId: string }>(pool, find, [hash]);
  const [row] = rows;
  return row && { state, payload, hashes: [...(row.hashes ?? []), hash], firstClientId: row.clientId };
}

/** What decides whether a client may act for a user, and with which scopes. */
export interface ExchangingClient {
  readonly firstParty: boolean;
  readonly type: 'CONFIDENTIAL' | 'SPA' | 'MACHINE';
  readonly scopes: readonly string[];
  readonly tenantId: string | null;
  readonly blocked: boolean;
  /** Null without a consent of the user. */
  readonly consentedScopes: readonly string[] | null;
  /** Whether the tenant of the token lets its members use a third-party client. */
  readonly allowedByTenant: boolean;
}

const client = statement(
  'exchanging_client',
  `SELECT c.first_party AS "firstParty", c.type::text AS type, c.scopes, c.tenant_id AS "tenantId",
          c.blocked_at IS NOT NULL AS blocked, consent.scopes AS "consentedScopes",
          $3::uuid IS NULL OR (tenant.id IS NOT NULL AND ${mayUseClient('tenant', 'c.id')}) AS "allowedByTenant"
   FROM identity.clients c
   LEFT JOIN LATERAL ${consentSql({ user: '$2::uuid', client: 'c.id', givenIn: '$4::text' })} consent ON true
   LEFT JOIN identity.tenants tenant ON tenant.id = $3::uuid AND tenant.closing_at IS NULL
   WHERE c.id = $1 AND c.token_exchange`,
);

/** Reads a client that may exchange tokens. Returns undefined if it no longer may. */
export async function findExchangingClient(
  pool: Pool,
  { clientId, userId, origin, tenantId }: { clientId: string; userId: string; origin: Origin; tenantId: string | null },
): Promise<ExchangingClient | undefined> {
  const { rows } = await run<ExchangingClient>(pool, client, [clientId, userId, tenantId, givenIn(origin, tenantId)]);
  return rows[0];
}
