import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Pool } from 'pg';
import { isAgentOfGrant, keepMarkedAgent } from '../fast-path/marked-agents.js';
import { takeForRequest } from '../fast-path/request-memory.js';
import { run, statement } from '../fast-path/statement.js';
import { isStorable } from '../ids.js';
import { errors, Provider } from '../oidc-provider.js';
import type { NewToken } from './request-writes.js';

/** Inserts the grant `$1` to `$7`, unless its session has ended. */
const insertGrant = `INSERT INTO identity.oidc_grants (id, client_id, account_id, session_uid, tenant_id, payload, expires_at)
   SELECT $1, $2, $3, $4::text, $5::uuid, $6::jsonb, now() + make_interval(secs => $7)
   WHERE NOT EXISTS (SELECT 1 FROM identity.oidc_sessions WHERE uid = $4::text AND ended_at IS NOT NULL)`;

const upsert = statement(
  'grant_upsert',
  `${insertGrant}
   ON CONFLICT (id) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`,
);

const find = statement(
  'grant_find',
  `SELECT g.payload, ${isAgentOfGrant('g')} AS "isAgent" FROM identity.oidc_grants g
   WHERE g.id = $1 AND g.revoked_at IS NULL AND g.expires_at > now()`,
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
      const { rows } = await run<{ payload: AdapterPayload; isAgent: boolean }>(pool, find, [id]);
      const [row] = rows;
      if (row) keepMarkedAgent(id, row.isAgent);
      return row?.payload;
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

/** The column values of a grant. */
type NewGrant = readonly [
  id: string,
  clientId: string | undefined,
  accountId: string | undefined,
  sessionUid: string | null,
  tenantId: unknown,
  payload: object,
  expiresIn: number | undefined,
];

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
function keepForCode(grant: NewGrant): boolean {
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

/** Writes the grant of this request that waits for a code, without one: the code of a device is stored elsewhere. */
export async function writeHeldGrant(pool: Pool): Promise<void> {
  const { ctx } = Provider;
  const grant = ctx && held.get(ctx);
  if (!grant) return;
  held.delete(ctx);
  const { count } = await run(pool, upsert, [...grant]);
  if (count === 0) throw sessionEnded();
}

/** A grant of a session that has ended is not written. */
const sessionEnded = () => new errors.SessionNotFound('the session has ended');

// The origin is part of the key: tokens keep the one that they were issued with, also if the same session gets another.
const findBySession = statement(
  'grant_of_session',
  `SELECT id FROM identity.oidc_grants
   WHERE session_uid = $1 AND client_id = $2 AND account_id = $3 AND tenant_id IS NOT DISTINCT FROM $4
     AND payload->>'via' IS NOT DISTINCT FROM $5 AND payload->>'connectionId' IS NOT DISTINCT FROM $6
     AND revoked_at IS NULL AND expires_at > now()
   ORDER BY created_at DESC LIMIT 1`,
);

export interface GrantKey {
  sessionUid: string;
  clientId: string;
  accountId: string;
  tenantId: string | null;
  /** The tenant and the connection that the sign-in came by. */
  via?: string | undefined;
  connectionId?: string | undefined;
}

/** Returns the id of the valid grant of an account for a client and tenant in this session, with the origin that it has now. */
export async function findGrantId(pool: Pool, key: GrantKey): Promise<string | undefined> {
  const { sessionUid, clientId, accountId, tenantId, via = null, connectionId = null } = key;
  const values = [sessionUid, clientId, accountId, tenantId, via, connectionId];
  const { rows } = await run<{ id: string }>(pool, findBySession, values);
  return rows[0]?.id;
}
