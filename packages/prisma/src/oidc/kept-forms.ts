import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { run, statement } from '../fast-path/statement.js';
import { hashId } from '../ids.js';

/** How long a form waits for the sign-in that it needs. */
const keptSeconds = 30 * 60;
/** How many forms of a user can wait. The oldest one goes first. */
const maxForms = 10;

const keep = statement(
  'form_keep',
  `WITH oldest AS (
     DELETE FROM identity.oidc_records WHERE (id_hash, model) IN (
       SELECT id_hash, model FROM identity.oidc_records WHERE account_id = $2 AND model = 'KeptForm'
       ORDER BY expires_at DESC OFFSET ${maxForms - 1})
   )
   INSERT INTO identity.oidc_records (id_hash, model, account_id, payload, expires_at)
   VALUES ($1, 'KeptForm', $2, jsonb_build_object('sealed', $3::text), now() + interval '${keptSeconds} seconds')`,
);
// Deleted when it is read: a form is sent once.
const take = statement(
  'form_take',
  `DELETE FROM identity.oidc_records WHERE id_hash = $1 AND model = 'KeptForm' AND account_id = $2 AND expires_at > now()
   RETURNING payload->>'sealed' AS sealed`,
);

/** Keeps a sealed form of a user who has to sign in first. Returns the secret by which it is found. */
export async function keepForm(
  pool: Pool,
  { userId, sealed }: { userId: string; sealed: Uint8Array },
): Promise<string> {
  const id = randomBytes(24).toString('base64url');
  await run(pool, keep, [hashId(id), userId, Buffer.from(sealed).toString('base64')]);
  return id;
}

/** Returns a kept form of the user, once. */
export async function takeForm(
  pool: Pool,
  { userId, id }: { userId: string; id: string },
): Promise<Uint8Array | undefined> {
  const { rows } = await run<{ sealed: string }>(pool, take, [hashId(id), userId]);
  return rows[0] && Buffer.from(rows[0].sealed, 'base64');
}
