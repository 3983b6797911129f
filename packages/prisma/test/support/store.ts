import { randomUUID } from 'node:crypto';
import type { Adapter } from 'oidc-provider';
import type pg from 'pg';
import { hashId } from '../../src/ids.js';
import { createOidcAdapter } from '../../src/index.js';
import { type Model, newId } from './models.js';

/** Saves a grant and returns its id. */
export async function saveGrant(
  pool: pg.Pool,
  options: { sessionUid?: string; clientId?: string; accountId?: string; tenantId?: string } = {},
): Promise<string> {
  const id = newId();
  const payload = { jti: id, kind: 'Grant', clientId: 'a-client', accountId: randomUUID(), ...options };
  await createOidcAdapter(pool)('Grant').upsert(id, payload, 600);
  return id;
}

/** Saves a code or token of a grant and returns its id. */
export async function saveToken(adapter: Adapter, grantId: string): Promise<string> {
  const id = newId();
  await adapter.upsert(id, { jti: id, clientId: 'a-client', grantId, scope: 'openid' }, 600);
  return id;
}

/** Saves a browser session and returns the id that is in its cookie. */
export async function saveSession(pool: pg.Pool, uid: string): Promise<string> {
  const id = newId();
  await createOidcAdapter(pool)('Session').upsert(id, { jti: id, kind: 'Session', uid }, 600);
  return id;
}

/** Sets the expiry of the row with this id to one second ago. */
export async function expire(pool: pg.Pool, table: Model['table'], id: string): Promise<void> {
  const [column, key] = keyOf(table, id);
  await pool.query(`UPDATE identity.${table} SET expires_at = now() - interval '1 second' WHERE ${column} = $1`, [key]);
}

/** Returns the row of an id as text, with everything that a reader of the table would see. */
export async function rowAsText(pool: pg.Pool, table: Model['table'], id: string): Promise<string> {
  const [column, key] = keyOf(table, id);
  const { rows } = await pool.query<{ text: string }>(
    `SELECT row_to_json(stored)::text AS text FROM identity.${table} stored WHERE ${column} = $1`,
    [key],
  );
  if (!rows[0]) throw new Error(`${table} has no such row`);
  return rows[0].text;
}

function keyOf(table: Model['table'], id: string): [string, string | Buffer] {
  return table === 'oidc_grants' ? ['id', id] : ['id_hash', hashId(id)];
}
