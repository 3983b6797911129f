import type { Pool } from 'pg';
import { run, statement } from '../fast-path/statement.js';
import { errors, Provider } from '../oidc-provider.js';
import type { NewToken } from './request-writes.js';

/** The column values of a grant. */
export type NewGrant = readonly [
  id: string,
  clientId: string | undefined,
  accountId: string | undefined,
  sessionUid: string | null,
  tenantId: unknown,
  payload: object,
  expiresIn: number | undefined,
];

/** Inserts the grant `$1` to `$7`, unless its session has ended. */
export const insertGrant = `INSERT INTO identity.oidc_grants (id, client_id, account_id, session_uid, tenant_id, payload, expires_at)
   SELECT $1, $2, $3, $4::text, $5::uuid, $6::jsonb, now() + make_interval(secs => $7)
   WHERE NOT EXISTS (SELECT 1 FROM identity.oidc_sessions WHERE uid = $4::text AND ended_at IS NOT NULL)`;

const insertBoth = statement(
  'grant_with_code',
  `WITH made AS (${insertGrant} RETURNING id)
   INSERT INTO identity.oidc_tokens (id_hash, kind, grant_id, client_id, payload, expires_at)
   SELECT $8, $9, made.id, $10, $11, now() + make_interval(secs => $12) FROM made`,
);

const expected = new WeakSet<object>();
const held = new WeakMap<object, NewGrant>();

/** Makes the next grant of this request wait for its code: both are written in one statement. A grant without one is never used. */
export function holdNewGrant(ctx: object): void {
  expected.add(ctx);
}

/** Keeps the grant until its code is saved. Returns false if it has to be written at once. */
export function keepForCode(grant: NewGrant): boolean {
  const { ctx } = Provider;
  if (!ctx || !expected.delete(ctx)) return false;
  held.set(ctx, grant);
  return true;
}

/** Writes the grant that waits for this code, with the code. Returns false if none does. */
export async function writeWithGrant(pool: Pool, token: NewToken): Promise<boolean> {
  const { ctx } = Provider;
  const grant = ctx && held.get(ctx);
  const [idHash, kind, grantId, clientId, payload, expiresIn] = token;
  if (!grant || grant[0] !== grantId) return false;
  held.delete(ctx);
  const { count } = await run(pool, insertBoth, [...grant, idHash, kind, clientId, payload, expiresIn]);
  if (count === 0) throw sessionEnded();
  return true;
}

/** A grant of a session that has ended is not written. */
export const sessionEnded = () => new errors.SessionNotFound('the session has ended');
