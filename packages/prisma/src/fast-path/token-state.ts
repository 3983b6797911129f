import { isOwnOrigin, originOfSession, type TokenColumns, type TokenRead, type TokenState } from '@org/identity-core';
import type { AdapterPayload } from 'oidc-provider';
import type { Pool, QueryResultRow } from 'pg';
import { hashId } from '../ids.js';
import { isClientAllowed } from './allowed-clients.js';
import { apiScopesSql } from './api-scopes.js';
import { consentSql, givenInGrant } from './consents.js';
import { exchangeColumn, isExchangeValid, keepAgent, type TokenExchange } from './exchanged-tokens.js';
import {
  type GrantUserRow,
  grantUserColumns,
  grantUserColumnsWithoutClaims,
  grantUserJoins,
  isInTenant,
  keepGrantUser,
  passedSecondFactor,
} from './grant-user.js';
import { isAgentOfGrant } from './marked-agents.js';
import { keepForRequest } from './request-memory.js';
import { noteUse } from './session-use.js';
import { type BatchStatement, lookUp, runBatched } from './statement.js';

interface TokenStateRow {
  client_id: string;
  application_id: string | null;
  machine_tenant_id: string | null;
  scope: string | null;
  first_party: boolean;
  /** The scopes that the client may request, and those that the user has consented to. Empty if both do not matter. */
  client_scopes: string[];
  consented_scopes: string[] | null;
  user_id: string | null;
  super_admin: boolean | null;
  /** Whether the client waits for a super admin to confirm it. Null for all other users. */
  unconfirmed: boolean | null;
  session_uid: string | null;
  idle: boolean | null;
  tenant_id: string | null;
  tenant_slug: string | null;
  role: 'owner' | 'admin' | 'member' | null;
  second_factor: boolean;
  via: string | null;
  mfa_required: boolean | null;
  /** Null unless the token was exchanged for another one. */
  exchange: TokenExchange | null;
  /** Whether the client that the user has signed in with is an agent. */
  marked_agent: boolean;
}

const consent = consentSql({ user: 'u.id', client: 'c.id', givenIn: givenInGrant('g') });

// A client that a machine has made or changed. Only for super admins, so that nobody else pays for it.
const isUnconfirmed = `CASE WHEN u.super_admin THEN
    EXISTS (SELECT FROM identity.unconfirmed_clients mark WHERE mark.client_id = t.client_id) END`;

// One statement reads everything that can make a token invalid before its `exp`: the token, its grant, its session, its
// client (which may have moved to another tenant, or be blocked there or everywhere), the client's secret, its user and, if it has a tenant, the membership. If
// one of them is no longer valid, there is no row. A machine token that version 0.2 has written does not name its secret.
const select = (more: string) => `SELECT t.client_id, c.application_id, t.payload->>'scope' AS scope,
          CASE WHEN t.kind = 'ClientCredentials' THEN c.tenant_id END AS machine_tenant_id,
          c.first_party,
          CASE WHEN c.first_party AND t.kind = 'AccessToken' THEN '{}' ELSE c.scopes END AS client_scopes,
          CASE WHEN NOT c.first_party THEN (SELECT consent.scopes FROM ${consent} consent) END AS consented_scopes,
          u.id AS user_id, u.super_admin, ${isUnconfirmed} AS unconfirmed, g.session_uid, ${passedSecondFactor} AS second_factor,
          g.payload->>'via' AS via,
          s.last_active_at < now() - interval '1 minute' AS idle, ${exchangeColumn} AS exchange, ${more}
   FROM identity.oidc_tokens t
   JOIN identity.clients c ON c.id = t.client_id
   LEFT JOIN identity.oidc_grants g ON g.id = t.grant_id
   LEFT JOIN identity.oidc_sessions s ON s.uid = g.session_uid
   ${grantUserJoins}
   WHERE t.id_hash = $1 AND t.kind IN ('AccessToken', 'ClientCredentials') AND t.expires_at > now()
     AND c.blocked_at IS NULL
     AND (t.kind <> 'ClientCredentials' OR c.machine_tokens_from IS NULL OR t.created_at > c.machine_tokens_from)
     AND (t.client_secret_id IS NULL OR EXISTS (SELECT FROM identity.client_secrets secret
       WHERE secret.id = t.client_secret_id AND (secret.expires_at IS NULL OR secret.expires_at > now())))
     AND (t.kind = 'ClientCredentials' OR (
       g.revoked_at IS NULL AND g.expires_at > now() AND s.ended_at IS NULL
       AND u.id IS NOT NULL AND ${isInTenant} AND ${isClientAllowed}
       AND (c.tenant_id IS NULL OR c.tenant_id = g.tenant_id)
       AND ${isExchangeValid}))`;

const stateText = select(
  `g.tenant_id, tenant.slug AS tenant_slug, m.role, tenant.mfa_policy = 'REQUIRED' AS mfa_required,
   ${isAgentOfGrant('g')} AS marked_agent`,
);
const state = lookUp('token_state', ['bytea'], stateText);
// A token for an API of others has an `aud`. Our own APIs refuse it before they look it up.
const storedColumns = `t.kind, t.payload, CASE WHEN t.payload ? 'aud' THEN
    (${apiScopesSql({ identifier: "t.payload->>'aud'", user: 'u.id', givenIn: givenInGrant('g') })}) END AS api_scopes`;
const storedState = lookUp('token_state_stored', ['bytea'], select(`${storedColumns}, ${grantUserColumns}`));
const bareState = lookUp('token_state_bare', ['bytea'], select(`${storedColumns}, ${grantUserColumnsWithoutClaims}`));

/** Declares columns that routes read together with the state of their token. See `TokenColumnsDefinition`. */
export function tokenColumns(definition: TokenColumnsDefinition): DeclaredTokenColumns {
  return declareTokenColumns(definition, stateText);
}

/** Returns the current state of an access token, and undefined if it is no longer valid. The same statement fills `read`. */
export async function findTokenState(pool: Pool, jti: string, read?: TokenRead): Promise<TokenState | undefined> {
  if (!read) {
    const row = await runBatched<TokenStateRow>(pool, state, [hashId(jti)]);
    return row && stateOf(pool, row);
  }
  // Routes get their columns from `tokenColumns` only.
  const columns = read.columns as DeclaredTokenColumns;
  const row = await runBatched<TokenStateRow>(pool, columns.statement, [hashId(jti), ...read.values]);
  if (row) read.row = columns.rowOf(row);
  return row && stateOf(pool, row);
}

/**
 * The same for oidc-provider, which asks for the stored token, its grant and its user next. They are read in the same
 * statement; the claims of the account only if `withClaims` is true.
 */
export async function findStoredTokenState(
  pool: Pool,
  jti: string,
  { withClaims }: { withClaims: boolean },
): Promise<StoredTokenState | undefined> {
  const what = withClaims ? storedState : bareState;
  const row = await runBatched<TokenStateRow & StoredRow>(pool, what, [hashId(jti)]);
  if (!row) return undefined;
  const { aud: audience } = row.payload;
  // The API was deleted, or the client or its user may not use it any more.
  if (audience !== undefined && !row.api_scopes) return undefined;
  const state = audience === undefined ? stateOf(pool, row) : apiStateOf(pool, row);
  // The scopes as of now: introspection and userinfo agree with our own APIs.
  const scope = state.scopes.length > 0 ? state.scopes.join(' ') : undefined;
  keepForRequest(row.kind, jti, { ...row.payload, jti, scope });
  keepGrantUser(row.exchange ? grantOfAgent(row) : row);
  if (row.exchange?.isAgent) keepAgent(jti, row.client_id);
  return { ...state, audience };
}

/** `audience` is the API that the token is for; undefined means our own. */
export type StoredTokenState = TokenState & { readonly audience: unknown };

interface StoredRow extends GrantUserRow {
  kind: string;
  payload: AdapterPayload & { aud?: unknown };
  api_scopes: string[] | null;
}

/** The same for a token of an API: its scopes are those of the API that the client, and those before it, still have. */
function apiStateOf(pool: Pool, row: TokenStateRow & StoredRow): TokenState {
  const limits = [row.api_scopes ?? [], ...(row.exchange?.limits ?? [])];
  const scopes = (row.scope ?? '')
    .split(' ')
    .filter((scope) => limits.every((limit) => limit?.includes(scope) ?? true));
  return { ...stateOf(pool, row), scopes };
}

/** oidc-provider expects a grant of the client that has the token. An exchanged token belongs to the grant of its subject. */
function grantOfAgent<Row extends GrantUserRow & { client_id: string }>(row: Row): Row {
  const { grant_payload, client_id: clientId } = row;
  return { ...row, grant_payload: grant_payload && { ...grant_payload, clientId } };
}

function stateOf(pool: Pool, row: TokenStateRow): TokenState {
  const { exchange } = row;
  // The request does not wait for this update: it only changes a time that is displayed. An agent is not its user: what it
  // does keeps no session open.
  if (row.idle && row.session_uid && !exchange) void noteUse(pool, row.session_uid).catch(() => {});
  const clientId = row.client_id;
  const applicationId = row.application_id;
  const scopes = row.scope ? row.scope.split(' ') : [];
  if (row.user_id === null) {
    const held = scopes.filter((scope) => row.client_scopes.includes(scope));
    return { kind: 'machine', clientId, applicationId, scopes: held, tenantId: row.machine_tenant_id };
  }
  const { tenant_id: id, tenant_slug: slug, role } = row;
  const tenant = id && slug && role ? { id, slug, role, mfaRequired: row.mfa_required === true } : null;
  return {
    kind: 'user',
    clientId,
    applicationId,
    // An exchanged token can do only what its scopes say, whoever has it.
    firstParty: row.first_party && !exchange,
    scopes: row.first_party && !exchange ? scopes : scopes.filter((scope) => isAllowed(row, scope)),
    userId: row.user_id,
    ...superAdminOf(row),
    sessionUid: row.session_uid,
    secondFactor: row.second_factor,
    origin: originOfSession(row.via),
    ...(exchange?.isAgent || row.marked_agent ? { agentId: clientId } : {}),
    tenant,
  };
}

/** The rights of a super admin pass through first-party clients only, and not through one that waits to be confirmed. */
function superAdminOf({ first_party, exchange, super_admin, via, unconfirmed }: TokenStateRow) {
  const superAdmin = first_party && !exchange && super_admin === true && isOwnOrigin(originOfSession(via));
  return superAdmin && unconfirmed ? { superAdmin: false, superAdminUnconfirmed: true as const } : { superAdmin };
}

/** Like a machine, a third-party client loses a scope, even in existing tokens, if its registration drops it; and if the user's consent does. */
function isAllowed({ first_party, exchange, client_scopes, consented_scopes }: TokenStateRow, scope: string): boolean {
  if (exchange) return exchange.limits.every((limit) => limit === null || limit.includes(scope));
  return !first_party && client_scopes.includes(scope) && consented_scopes?.includes(scope) === true;
}

/** What a plugin reads together with the state of a token: at most one row, found by an index, without waiting for a lock. */
export interface TokenColumnsDefinition extends TokenColumns {
  /** The SQL types of the values. */
  readonly types: readonly string[];
  /** The name of each column, with its SQL expression. */
  readonly columns: Readonly<Record<string, string>>;
  /**
   * The statement from `FROM` on. The values are `$1`, `$2`, …. The row of the token is `token`; its tenant and user are
   * `tokenTenant` and `tokenUser`. The row is read before the caller's rights are checked, so it must not decide about them.
   */
  readonly from: string;
}

export interface DeclaredTokenColumns extends TokenColumns {
  readonly statement: BatchStatement;
  /** Returns the plugin's columns of a row, and undefined if the plugin's part of the statement found no row. */
  rowOf(row: QueryResultRow): Record<string, unknown> | undefined;
}

/** The tenant of a token, whether it belongs to a user or to a machine. */
export const tokenTenant = 'coalesce(token.tenant_id, token.machine_tenant_id)';
/** The user of a token; NULL for a machine. */
export const tokenUser = 'token.user_id';

/** Declares the statement that reads the state of a token and a plugin's columns. Prefixes keep their names apart. */
function declareTokenColumns(definition: TokenColumnsDefinition, stateText: string): DeclaredTokenColumns {
  const { name, types, values } = definition;
  const columns = Object.entries(definition.columns);
  const found = `${name}.found`;
  const list = columns.map(([column, expression]) => `${expression} AS "${name}.${column}"`);
  // `$1` is the hash of the token, so the plugin's values start at `$2`.
  const own = `SELECT true AS "${found}", ${list.join(', ')} ${definition.from}`.replaceAll(
    /\$(\d+)/gu,
    (_all, number: string) => `$${Number(number) + 1}`,
  );
  const text = `SELECT token.*, plugin.* FROM (${stateText}) token LEFT JOIN LATERAL (${own} LIMIT 1) plugin ON true`;
  const names = columns.map(([column]) => [column, `${name}.${column}`] as const);
  return {
    name,
    values,
    statement: lookUp(`token_state_${name}`, ['bytea', ...types], text),
    rowOf: (row) => {
      if (row[found] !== true) return undefined;
      const own: Record<string, unknown> = {};
      for (const [column, alias] of names) own[column] = row[alias];
      return own;
    },
  };
}
