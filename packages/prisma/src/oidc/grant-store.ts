import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Pool } from 'pg';
import { takeForRequest } from '../fast-path/request-memory.js';
import { run, statement } from '../fast-path/statement.js';
import { isStorable } from '../hash.js';
import { errors } from '../oidc-provider.js';

const upsert = statement(
  'grant_upsert',
  `INSERT INTO identity.oidc_grants (id, client_id, account_id, session_uid, tenant_id, payload, expires_at)
   SELECT $1, $2, $3, $4::text, $5::uuid, $6::jsonb, now() + make_interval(secs => $7)
   WHERE NOT EXISTS (SELECT 1 FROM identity.oidc_sessions WHERE uid = $4::text AND ended_at IS NOT NULL)
   ON CONFLICT (id) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`,
);

const find = statement(
  'grant_find',
  `SELECT payload FROM identity.oidc_grants WHERE id = $1 AND revoked_at IS NULL AND expires_at > now()`,
);

// Marks the row instead of deleting it: a request that writes a token at this moment can finish, and its token is invalid.
const revoke = statement(
  'grant_revoke',
  'UPDATE identity.oidc_grants SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL',
);

/** Stores grants. Columns for `sessionUid` and `tenantId` make it possible to find and revoke them by session or tenant. */
export function grantStore(pool: Pool): Adapter {
  return {
    async upsert(id, payload, expiresIn) {
      const { sessionUid = null, tenantId = null } = payload;
      const values = [id, payload.clientId, payload.accountId, sessionUid, tenantId, payload, expiresIn];
      const { count } = await run(pool, upsert, values);
      if (count === 0) throw new errors.SessionNotFound('the session has ended');
    },
    async find(id) {
      if (!isStorable(id)) return undefined;
      const kept = takeForRequest<AdapterPayload>('Grant', id);
      if (kept) return kept;
      const { rows } = await run<{ payload: AdapterPayload }>(pool, find, [id]);
      return rows[0]?.payload;
    },
    async destroy(id) {
      await run(pool, revoke, [id]);
    },
    consume: () => Promise.resolve(),
    revokeByGrantId: () => Promise.resolve(),
    findByUid: () => Promise.resolve(undefined),
    findByUserCode: () => Promise.resolve(undefined),
  };
}
