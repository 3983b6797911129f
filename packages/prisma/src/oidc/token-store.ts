import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Pool } from 'pg';
import { isClientAllowed } from '../fast-path/allowed-clients.js';
import { type GrantUserRow, grantUserColumns, grantUserJoins, keepGrantUser } from '../fast-path/grant-user.js';
import { takeForRequest } from '../fast-path/request-memory.js';
import { batchStatement, lookUp, run, runBatched, statement, writes } from '../fast-path/statement.js';
import { hashId } from '../ids.js';
import { exchangeGrantType, writeExchanged } from './exchanged-token-store.js';
import { writeWithGrant } from './grant-store.js';
import { takeUsedSecret } from './hashed-client-secrets.js';
import { type StoredTimes, storedTimes, timesOf } from './record-store.js';
import { refuseReplay } from './refuse-replay.js';
import { addToExchange, beginExchange, type NewToken, refuseWithoutGrant } from './request-writes.js';

interface TokenRow extends GrantUserRow, StoredTimes {
  payload: AdapterPayload;
}

const upsert = statement(
  'token_upsert',
  `INSERT INTO identity.oidc_tokens (id_hash, kind, grant_id, client_id, payload, expires_at)
   VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
   ON CONFLICT (id_hash, kind) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`,
);

// A token without a grant locks no row, so it never waits for another transaction.
const upsertBatch = batchStatement(
  'token_upsert_batch',
  ['bytea', 'text', 'text', 'text', 'jsonb', 'float8', 'uuid'],
  `INSERT INTO identity.oidc_tokens (id_hash, kind, grant_id, client_id, payload, expires_at, client_secret_id)
   SELECT v1, v2, v3, v4, v5, now() + make_interval(secs => v6), v7 FROM batch
   ON CONFLICT (id_hash, kind) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`,
  writes,
);

// A token is valid only while its grant is: a revoked grant also ends tokens that are written a moment later. The grants of a
// tenant that is closing are as good as revoked, and so are those of a client that may not be used any more.
// oidc-provider asks for the grant and its user next. It checks the expiry of codes and refresh tokens itself, to respond
// with a specific error.
const find = lookUp(
  'token_find',
  ['bytea', 'text'],
  `SELECT t.payload, ${storedTimes('t')}, ${grantUserColumns}
   FROM identity.oidc_tokens t
   LEFT JOIN identity.oidc_grants g ON g.id = t.grant_id
   LEFT JOIN identity.oidc_sessions s ON s.uid = g.session_uid
   ${grantUserJoins}
   WHERE t.id_hash = $1 AND t.kind = $2 AND (t.expires_at > now() OR t.kind IN ('AuthorizationCode', 'RefreshToken'))
     AND (t.grant_id IS NULL OR (g.revoked_at IS NULL AND g.expires_at > now()))
     AND (m.id IS NULL OR tenant.id IS NOT NULL) AND ${isClientAllowed}`,
);

const consume = statement(
  'token_consume',
  `UPDATE identity.oidc_tokens SET consumed_at = now()
   WHERE id_hash = $1 AND kind = $2 AND consumed_at IS NULL`,
);

const destroy = statement('token_destroy', 'DELETE FROM identity.oidc_tokens WHERE id_hash = $1 AND kind = $2');

const revokeByGrant = statement(
  'token_revoke_by_grant',
  'DELETE FROM identity.oidc_tokens WHERE grant_id = $1 AND kind = $2',
);

/** The secret that a machine token is requested with. The token is valid only as long as the secret is. */
function usedSecret(kind: string, { clientId }: AdapterPayload): string | null {
  return kind === 'ClientCredentials' && clientId !== undefined ? (takeUsedSecret(clientId) ?? null) : null;
}

/** Stores codes and tokens by their hashes. Only one request can consume each of them. */
export function tokenStore(pool: Pool, kind: string): Adapter {
  return {
    async upsert(id, payload, expiresIn) {
      const { jti: _secret, ...stored } = payload;
      const token: NewToken = [hashId(id), kind, payload.grantId ?? null, payload.clientId, stored, expiresIn];
      if (payload['gty'] === exchangeGrantType) return writeExchanged(pool, token);
      if ((await addToExchange(pool, token)) || (await writeWithGrant(pool, token))) return;
      if (payload.grantId === undefined) await runBatched(pool, upsertBatch, [...token, usedSecret(kind, payload)]);
      else await run(pool, upsert, [...token]).catch(refuseWithoutGrant);
    },
    async find(id) {
      const kept = takeForRequest<AdapterPayload>(kind, id);
      if (kept) return kept;
      const row = await runBatched<TokenRow>(pool, find, [hashId(id), kind]);
      if (!row) return undefined;
      keepGrantUser(row);
      return { ...row.payload, jti: id, ...timesOf(row) };
    },
    async consume(id) {
      if (beginExchange(hashId(id), kind)) return;
      const { count } = await run(pool, consume, [hashId(id), kind]);
      if (count === 0) await refuseReplay(pool, 'oidc_tokens', [hashId(id), kind]);
    },
    async destroy(id) {
      await run(pool, destroy, [hashId(id), kind]);
    },
    async revokeByGrantId(grantId) {
      await run(pool, revokeByGrant, [grantId, kind]);
    },
    findByUid: () => Promise.resolve(undefined),
    findByUserCode: () => Promise.resolve(undefined),
  };
}
