import { type Database, lockUntilCommit, type Transaction } from '@org/identity-prisma';

/** What a key does at this moment: signs, will sign, has signed what is still valid, or reads old logout hints only. */
export type KeyState = 'active' | 'next' | 'retiring' | 'former';

export interface KeyRow {
  readonly kid: string;
  readonly algorithm: string;
  readonly publicJwk: Record<string, string>;
  readonly encryptedPrivateJwk: Uint8Array;
  readonly createdAt: Date;
  readonly activeFrom: Date;
  readonly publishedUntil: Date | null;
  readonly tokenSeconds: number;
  readonly state: KeyState;
}

/** A key is made under the lock, so that one of many makes it; on a busy machine that and the waiting take long. */
export const keyTransaction = { timeout: 60_000, maxWait: 30_000, lockTimeout: 60_000 };

/** Lets one process at a time decide about keys, until its transaction ends. */
export const lockKeys = (tx: Transaction): Promise<void> => lockUntilCommit(tx, 'keys');

/**
 * All signing keys with their state: the one that signs first, the next one last. The time is the database's, so all
 * processes agree on it, and the statement's: within a transaction that had to wait it has gone on.
 */
export function readKeyRows(db: Database | Transaction): Promise<KeyRow[]> {
  return db.$queryRaw<KeyRow[]>`
    WITH active AS (
      SELECT kid FROM identity.signing_keys
      WHERE active_from <= statement_timestamp()
        AND (published_until IS NULL OR published_until > statement_timestamp())
      ORDER BY active_from DESC, created_at DESC, kid LIMIT 1
    ), keys AS (
      SELECT *, CASE
          WHEN kid IN (SELECT kid FROM active) THEN 'active'
          WHEN published_until <= statement_timestamp() THEN 'former'
          WHEN active_from > statement_timestamp() THEN 'next'
          ELSE 'retiring' END AS state
      FROM identity.signing_keys
    )
    SELECT kid, algorithm, public_jwk AS "publicJwk", encrypted_private_jwk AS "encryptedPrivateJwk",
      created_at AS "createdAt", active_from AS "activeFrom", published_until AS "publishedUntil",
      token_seconds AS "tokenSeconds", state
    FROM keys ORDER BY array_position(ARRAY['active', 'retiring', 'former', 'next'], state), active_from DESC`;
}
