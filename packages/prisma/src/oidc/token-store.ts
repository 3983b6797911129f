import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Pool } from 'pg';
import { run, sqlState, statement } from '../statement.js';
import { hashId } from './hash.js';

interface TokenRow {
  payload: AdapterPayload;
  consumed: number | null;
}

const upsert = statement(
  'token_upsert',
  `INSERT INTO identity.oidc_tokens (id_hash, kind, grant_id, client_id, payload, expires_at)
   VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
   ON CONFLICT (id_hash, kind) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`,
);

// A token lives only while its grant does: revoking the grant ends tokens that are written a moment later, too.
const find = statement(
  'token_find',
  `SELECT t.payload, extract(epoch FROM t.consumed_at)::int AS consumed
   FROM identity.oidc_tokens t
   LEFT JOIN identity.oidc_grants g ON g.id = t.grant_id
   WHERE t.id_hash = $1 AND t.kind = $2 AND t.expires_at > now()
     AND (t.grant_id IS NULL OR (g.revoked_at IS NULL AND g.expires_at > now()))`,
);

const consume = statement(
  'token_consume',
  `UPDATE identity.oidc_tokens SET consumed_at = now()
   WHERE id_hash = $1 AND kind = $2 AND consumed_at IS NULL`,
);

const revokeGrantOf = statement(
  'token_revoke_grant_of',
  `UPDATE identity.oidc_grants SET revoked_at = now()
   WHERE revoked_at IS NULL AND id = (SELECT grant_id FROM identity.oidc_tokens WHERE id_hash = $1 AND kind = $2)`,
);

const destroy = statement('token_destroy', 'DELETE FROM identity.oidc_tokens WHERE id_hash = $1 AND kind = $2');

const revokeByGrant = statement(
  'token_revoke_by_grant',
  'DELETE FROM identity.oidc_tokens WHERE grant_id = $1 AND kind = $2',
);

/** Stores codes and tokens by hash; only one caller can ever consume one. */
export function tokenStore(pool: Pool, kind: string): Adapter {
  return {
    async upsert(id, payload, expiresIn) {
      const { jti: _secret, ...stored } = payload;
      const values = [hashId(id), kind, payload.grantId ?? null, payload.clientId, stored, expiresIn];
      try {
        await run(pool, upsert, values);
      } catch (error) {
        // 23503: the grant was purged or deleted while this token was being made.
        if (sqlState(error) === '23503') throw new errors.InvalidGrant('grant not found');
        throw error;
      }
    },
    async find(id) {
      const { rows } = await run<TokenRow>(pool, find, [hashId(id), kind]);
      const row = rows[0];
      if (!row) return undefined;
      return { ...row.payload, jti: id, ...(row.consumed === null ? {} : { consumed: row.consumed }) };
    },
    async consume(id) {
      const { count } = await run(pool, consume, [hashId(id), kind]);
      if (count === 1) return;
      // Somebody else was first: the value is in two hands, so nothing that came of it may live on.
      await run(pool, revokeGrantOf, [hashId(id), kind]);
      throw new errors.InvalidGrant('already used');
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
