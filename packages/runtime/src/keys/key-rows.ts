import { type Database, lockUntilCommit, type Transaction } from '@org/identity-prisma';

/**
 * `active`: signs tokens. `next`: published, will sign. `retiring`: no longer signs, but its tokens may still be valid.
 * `former`: only verifies old logout hints.
 */
export type KeyState = 'active' | 'next' | 'retiring' | 'former';

export interface KeyRow {
  readonly kid: string;
  /** The RSA key that it belongs to and whose times it shares: its own id for an RSA key. */
  readonly signingKid: string;
  readonly algorithm: string;
  readonly publicJwk: Record<string, string>;
  readonly encryptedPrivateJwk: Uint8Array;
  readonly createdAt: Date;
  readonly activeFrom: Date;
  readonly publishedUntil: Date | null;
  readonly tokenSeconds: number;
  /** True for an RSA key of an older version, which derived the other keys from it. */
  readonly derivesKeys: boolean;
  readonly state: KeyState;
}

/** One process creates the key while the others wait for the lock. On a busy machine this takes long. */
export const keyTransaction = { timeout: 60_000, maxWait: 30_000, lockTimeout: 60_000 };

/** Takes the lock of the keys until the transaction ends. Only one process at a time changes keys. */
export const lockKeys = (tx: Transaction): Promise<void> => lockUntilCommit(tx, 'keys');

/**
 * Reads all signing keys with their state: the active RSA key first, the next one last, each followed by the keys of other
 * algorithms that belong to it. A former key has none, because it verifies only ID tokens. The clock of the database decides,
 * so that all processes agree. It is the statement's time: the transaction may have waited since its start.
 */
export function readKeyRows(db: Database | Transaction): Promise<KeyRow[]> {
  return db.$queryRaw<KeyRow[]>`
    WITH active AS (
      SELECT kid FROM identity.signing_keys
      WHERE active_from <= statement_timestamp()
        AND (published_until IS NULL OR published_until > statement_timestamp())
      ORDER BY active_from DESC, created_at DESC, kid LIMIT 1
    ), signing AS (
      SELECT *, CASE
          WHEN kid IN (SELECT kid FROM active) THEN 'active'
          WHEN published_until <= statement_timestamp() THEN 'former'
          WHEN active_from > statement_timestamp() THEN 'next'
          ELSE 'retiring' END AS state
      FROM identity.signing_keys
    ), keys AS (
      SELECT kid AS signing_kid, kid, algorithm, public_jwk, encrypted_private_jwk FROM signing
      UNION ALL
      SELECT signing_kid, kid, other.algorithm, other.public_jwk, other.encrypted_private_jwk
      FROM identity.access_token_keys other
      WHERE signing_kid IN (SELECT kid FROM signing WHERE state <> 'former')
    )
    SELECT keys.kid, signing_kid AS "signingKid", keys.algorithm, keys.public_jwk AS "publicJwk",
      keys.encrypted_private_jwk AS "encryptedPrivateJwk", created_at AS "createdAt", active_from AS "activeFrom",
      published_until AS "publishedUntil", token_seconds AS "tokenSeconds", derives_keys AS "derivesKeys", state
    FROM keys JOIN signing ON signing.kid = signing_kid
    ORDER BY array_position(ARRAY['active', 'retiring', 'former', 'next'], state), active_from DESC, signing_kid,
      keys.kid <> signing_kid, keys.algorithm`;
}
