import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Pool } from 'pg';
import { takeForRequest } from '../fast-path/request-memory.js';
import { run, statement } from '../fast-path/statement.js';
import { isStorable } from '../hash.js';
import { insertGrant, keepForCode, type NewGrant, sessionEnded } from './grant-with-code.js';

const upsert = statement(
  'grant_upsert',
  `${insertGrant}
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
      const { clientId, accountId } = payload;
      const grant: NewGrant = [id, clientId, accountId, sessionUid, tenantId, payload, expiresIn];
      if (keepForCode(grant)) return;
      const { count } = await run(pool, upsert, [...grant]);
      if (count === 0) throw sessionEnded();
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
