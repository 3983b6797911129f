import type { Pool } from 'pg';
import { run, statement } from '../fast-path/statement.js';

const find = statement(
  'grant_find_by_session',
  `SELECT id FROM identity.oidc_grants
   WHERE session_uid = $1 AND client_id = $2 AND account_id = $3 AND tenant_id IS NOT DISTINCT FROM $4
     AND revoked_at IS NULL AND expires_at > now()
   ORDER BY created_at DESC LIMIT 1`,
);

export interface GrantKey {
  sessionUid: string;
  clientId: string;
  accountId: string;
  tenantId: string | null;
}

/** Returns the id of the valid grant of an account for a client and tenant in this session. */
export async function findGrantId(pool: Pool, key: GrantKey): Promise<string | undefined> {
  const values = [key.sessionUid, key.clientId, key.accountId, key.tenantId];
  const { rows } = await run<{ id: string }>(pool, find, values);
  return rows[0]?.id;
}
