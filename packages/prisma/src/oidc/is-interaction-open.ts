import type { Pool } from 'pg';
import { run, statement } from '../fast-path/statement.js';
import { hashId } from '../hash.js';

const find = statement(
  'interaction_is_open',
  `SELECT 1 FROM identity.oidc_records WHERE id_hash = $1 AND model = 'Interaction' AND expires_at > now()`,
);

/** Whether a sign-in is still in progress, in any browser. */
export async function isInteractionOpen(pool: Pool, uid: string): Promise<boolean> {
  return (await run(pool, find, [hashId(uid)])).count > 0;
}
